import { Type } from '@sinclair/typebox';
import { filtersSchema } from '../../../domain/ingestion/asset-filter.ts';
import { removalFuseSchema } from '../../../domain/ingestion/removal-fuse.ts';
import { orNull } from '../nullable.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';

const instant = Type.String({ format: 'date-time' });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const phase = (description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    enum: ['queued', 'connecting', 'scanning', 'removing', 'undoing', 'ended'],
    description,
  });

/** A run in the form of the API. */
export const ingestionRunSchema = Type.Object(
  {
    ingestionRunId: Type.String({ format: 'uuid' }),
    integrationExternalId: Type.String(),
    integrationName: Type.String({ description: 'Name of the integration' }),
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'],
      description: 'RUNNING from the trigger on',
    }),
    kind: Type.Unsafe<string>({
      type: 'string',
      enum: ['scan', 'undo'],
      description: 'scan reads the platform; undo takes back what a run changed',
    }),
    undoesRunId: orNull(Type.String({ format: 'uuid', description: 'Run that it undoes' })),
    undoneByRunId: orNull(
      Type.String({ format: 'uuid', description: 'Newest run that undoes it' }),
    ),
    phase: phase('Where it is'),
    phases: Type.Array(
      Type.Object({
        phase: phase('What it does'),
        startedAt: instant,
        endedAt: orNull(instant),
      }),
      { description: 'Its phases in order; a second attempt adds its own' },
    ),
    message: Type.Union([Type.String(), Type.Null()], { description: 'Result of the run' }),
    trigger: Type.Unsafe<string>({ type: 'string', enum: ['request', 'schedule'] }),
    requestedBy: Type.String(),
    requestedByName: orNull(Type.String({ description: 'Name of the key or person' })),
    acceptedRemovals: orNull(
      Type.Integer({ description: 'Assets that it may remove despite the removal fuse' }),
    ),
    acceptedRemovalsOf: orNull(
      Type.String({ format: 'uuid', description: 'Run whose list these assets must be on' }),
    ),
    assetsProcessed: count('Number of assets found so far; of an undo, of those looked at'),
    assetsExpected: orNull(
      Type.Integer({
        description:
          'Number that it will probably process: of an undo exact, of a scan as in the last success; null at first',
      }),
    ),
    assetsPerSecond: orNull(Type.Number({ description: 'Rate since the scan began; null before' })),
    assetsCreated: count('Number of assets added to the catalog'),
    assetsUpdated: count('Number of assets changed in the catalog'),
    assetsDeleted: count('Number of assets removed because the complete scan did not find them'),
    assetsUnchanged: count('As before'),
    assetsSkipped: count('Number of assets skipped because another client stored the same id'),
    startedAt: instant,
    cancelRequestedAt: orNull(
      Type.String({
        format: 'date-time',
        description: 'When its cancellation was first requested',
      }),
    ),
    cancelRequestedBy: orNull(Type.String({ description: 'Who requested it first' })),
    cancelRequestedByName: orNull(Type.String({ description: 'Name of the key or person' })),
    stoppedAt: orNull(
      Type.String({
        format: 'date-time',
        description: 'When a cancelled run had stopped, with its statements on the platform',
      }),
    ),
    completedAt: orNull(instant),
    durationSeconds: Type.Union([Type.Number(), Type.Null()], {
      description: 'Time from the trigger to the end',
    }),
    mayEdit: Type.Optional(
      Type.Boolean({
        description:
          'Of a single run: true if the caller may cancel, undo and run it again; absent in lists and streams',
      }),
    ),
    waiting: Type.Optional(
      Type.Object(
        {
          paused: orNull(
            Type.Object(
              {
                at: instant,
                reason: Type.String(),
                byName: orNull(
                  Type.String({ description: 'Shown only to the organization that operates' }),
                ),
              },
              { description: 'Why its kind of work is paused' },
            ),
          ),
          workers: Type.Integer({ description: 'Running workers that take such work' }),
        },
        { description: 'Only of a single run that no worker has taken yet' },
      ),
    ),
    removalPlan: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({
            description:
              'Assets that the scan did not find; without `inUse`, acceptRemovals of the next run',
          }),
          owned: Type.Integer({ description: 'Assets of the integration within its filters' }),
          inUse: Type.Optional(
            Type.Integer({ description: 'Of these, assets that data products use, which stay' }),
          ),
          problem: Type.Optional(Type.String({ description: 'Why nothing was removed' })),
          percent: Type.Optional(
            Type.Number({ description: 'Limit of the fuse: percent of all assets' }),
          ),
          limit: Type.Optional(Type.Integer({ description: 'Limit of the fuse: assets' })),
          assets: Type.Array(Type.String(), {
            description: 'Ids of the assets, at most 1,000; …/assets?why=fuse lists all',
          }),
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
  sourceTitle: Type.String({ description: 'Name of the platform for people' }),
  enabled: Type.Boolean({ description: 'True if the schedule is active' }),
  owningTeamExternalId: Type.Union([Type.String(), Type.Null()]),
  owningTeamName: orNull(Type.String({ description: 'Name of the team' })),
  mayEdit: Type.Boolean({
    description: 'True if the caller may change, run, cancel and undo it',
  }),
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
  n: Type.Integer({ minimum: 1, description: 'Its number in the run, for after and before' }),
  timestamp: instant,
  level: Type.Unsafe<string>({ type: 'string', enum: ['info', 'warn', 'error'] }),
  message: Type.String({
    description:
      'Text as the source wrote it, which may contain escape codes of terminals and HTML: show it as text. A line of more than 2,000 characters is cut, and says so. Never a secret',
  }),
});
