import { Type } from '@sinclair/typebox';
import { filtersSchema } from '../../../domain/ingestion/asset-filter.ts';
import { removalFuseSchema } from '../../../domain/ingestion/removal-fuse.ts';
import { orNull } from '../nullable.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';

const instant = Type.String({ format: 'date-time' });
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A run in the form of the API. */
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
    message: Type.Union([Type.String(), Type.Null()], { description: 'Result of the run' }),
    trigger: Type.Unsafe<string>({ type: 'string', enum: ['request', 'schedule'] }),
    requestedBy: Type.String(),
    assetsProcessed: count('Number of assets found so far'),
    assetsCreated: count('Number of assets added to the catalog'),
    assetsUpdated: count('Number of assets changed in the catalog'),
    assetsDeleted: count('Number of assets removed because the complete scan did not find them'),
    assetsUnchanged: count('As before'),
    assetsSkipped: count('Number of assets skipped because another client stored the same id'),
    startedAt: instant,
    completedAt: orNull(instant),
    durationSeconds: Type.Union([Type.Number(), Type.Null()], {
      description: 'Time from the trigger to the end',
    }),
    removalPlan: Type.Optional(
      Type.Object(
        {
          count: Type.Integer(),
          owned: Type.Integer(),
          assets: Type.Array(Type.String(), { description: 'Ids of the assets, at most 1,000' }),
        },
        { description: 'Assets that were not removed, because the removal fuse stopped it' },
      ),
    ),
  },
  { $id: 'IngestionRun' },
);

const integrationMembers = {
  externalId: Type.String(),
  name: Type.String(),
  source: Type.String({ description: 'Platform, e.g. postgres' }),
  enabled: Type.Boolean({ description: 'True if the schedule is active' }),
  owningTeamExternalId: Type.Union([Type.String(), Type.Null()]),
  assetOwnerTeamExternalId: Type.Union([Type.String(), Type.Null()]),
  schedule: Type.Union([Type.String(), Type.Null()], {
    description: 'Cron expression with five fields',
  }),
  scheduleTimezone: Type.String(),
  nextRunAt: orNull(instant),
  lastSkippedAt: Type.Union([instant, Type.Null()], {
    description: 'Due time that was skipped because a run was in progress',
  }),
  latestRun: Type.Union([ingestionRunSchema, Type.Null()], { description: 'null if it never ran' }),
  createdAt: instant,
  updatedAt: instant,
};

/** An integration in a list. */
export const integrationSchema = Type.Object(integrationMembers, { $id: 'Integration' });

/** A single integration; credentials are never returned. */
export const integrationDetailSchema = Type.Object(
  {
    ...integrationMembers,
    configuration: recordOf(Type.Unknown(), {
      description: 'Configuration of the source, with filters, removalFuse and scheduleExpression',
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
    deferred: Type.Boolean({ description: 'Always false: the run is created immediately' }),
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
