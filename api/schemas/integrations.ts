import { Type } from '@sinclair/typebox';
import { filtersSchema } from '../../domain/ingestion/asset-filter.ts';
import { removalFuseSchema } from '../../domain/ingestion/removal-fuse.ts';
import { orNull } from './nullable.ts';

const instant = Type.String({ format: 'date-time' });
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A run as it is answered. */
export const ingestionRunSchema = Type.Object(
  {
    ingestionRunId: Type.String({ format: 'uuid' }),
    integrationExternalId: Type.String(),
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'],
      description: 'RUNNING from the trigger on',
    }),
    phase: Type.Unsafe<string>({
      type: 'string',
      enum: ['queued', 'connecting', 'scanning', 'removing', 'ended'],
    }),
    message: Type.Union([Type.String(), Type.Null()], { description: 'How it ended' }),
    trigger: Type.Unsafe<string>({ type: 'string', enum: ['request', 'schedule'] }),
    requestedBy: Type.String(),
    assetsProcessed: count('Found by the scan so far'),
    assetsCreated: count('New in the catalog'),
    assetsUpdated: count('Changed in the catalog'),
    assetsDeleted: count('Removed, because the complete scan did not find them'),
    assetsUnchanged: count('As before'),
    assetsSkipped: count('Left alone, because somebody else has stored the same id'),
    startedAt: instant,
    completedAt: orNull(instant),
    durationSeconds: Type.Union([Type.Number(), Type.Null()], {
      description: 'From the trigger to the end',
    }),
    removalPlan: Type.Optional(
      Type.Object(
        {
          count: Type.Integer(),
          owned: Type.Integer(),
          assets: Type.Array(Type.String(), { description: 'At most 1,000' }),
        },
        { description: 'What was not removed, because it was too much at once' },
      ),
    ),
  },
  { $id: 'IngestionRun' },
);

const integrationMembers = {
  externalId: Type.String(),
  name: Type.String(),
  source: Type.String({ description: 'Platform, e.g. postgres' }),
  enabled: Type.Boolean({ description: 'Whether its schedule fires' }),
  owningTeamExternalId: Type.Union([Type.String(), Type.Null()]),
  assetOwnerTeamExternalId: Type.Union([Type.String(), Type.Null()]),
  schedule: Type.Union([Type.String(), Type.Null()], {
    description: 'CRON expression of five fields',
  }),
  scheduleTimezone: Type.String(),
  nextRunAt: orNull(instant),
  lastSkippedAt: Type.Union([instant, Type.Null()], {
    description: 'Due time that was passed over, because a run was in progress',
  }),
  latestRun: Type.Union([ingestionRunSchema, Type.Null()], { description: 'null if it never ran' }),
  createdAt: instant,
  updatedAt: instant,
};

/** An integration in a list. */
export const integrationSchema = Type.Object(integrationMembers, { $id: 'Integration' });

/** A single integration: there is no member for credentials. */
export const integrationDetailSchema = Type.Object(
  {
    ...integrationMembers,
    configuration: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Of its source, with filters, removalFuse and scheduleExpression',
    }),
    filters: Type.Optional(filtersSchema),
    removalFuse: Type.Optional(removalFuseSchema),
  },
  { $id: 'IntegrationDetail' },
);

/** The answer to a trigger. */
export const triggeredRunSchema = Type.Object(
  {
    integrationExternalId: Type.String(),
    ingestionRunId: Type.String({ format: 'uuid' }),
    scheduledAt: instant,
    deferred: Type.Boolean({ description: 'Always false: the run is there at once' }),
    message: Type.String(),
  },
  { $id: 'TriggeredRun' },
);

/** A line of the log of a run. */
export const logLineSchema = Type.Object({
  timestamp: instant,
  level: Type.Unsafe<string>({ type: 'string', enum: ['info', 'warn', 'error'] }),
  message: Type.String(),
});
