import { Type } from '@sinclair/typebox';
import { integrationDetailSchema } from './integrations.ts';

const jsonSchema = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description });

/** A platform that integrations can ingest. */
export const assetSourceSchema = Type.Object(
  {
    name: Type.String({ description: 'What integrations write as source' }),
    title: Type.String({ description: 'As people write it' }),
    levels: Type.Array(Type.String(), {
      description: 'What the names in a path are, outermost first; filters are by these',
    }),
    triedAgainst: Type.String({ description: 'What its tests run against' }),
    configSchema: jsonSchema('JSON Schema of the configuration'),
    credentialsSchema: jsonSchema('JSON Schema of the credentials, which are only written'),
  },
  { $id: 'AssetSource' },
);

/** An integration as people edit it. */
export const uiIntegrationSchema = Type.Object(
  {
    ...integrationDetailSchema.properties,
    configuration: Type.Record(Type.String(), Type.Unknown(), { description: 'Of its source' }),
    scheduleExpression: Type.Optional(Type.String({ description: 'As it was written' })),
    hasCredentials: Type.Boolean({ description: 'Whether credentials are stored' }),
  },
  { $id: 'UiIntegration' },
);

/** Members of it that a write ignores. */
export const integrationServerMembers = [
  'assetOwnerTeamExternalId',
  'schedule',
  'nextRunAt',
  'lastSkippedAt',
  'latestRun',
  'createdAt',
  'updatedAt',
  'hasCredentials',
] as const;

const change = Type.Object({
  count: Type.Integer(),
  assets: Type.Array(Type.String(), { description: 'At most 1,000' }),
});

const planSchema = Type.Object(
  {
    found: Type.Integer(),
    unchanged: Type.Integer(),
    created: change,
    updated: change,
    deleted: change,
    skipped: change,
    removalProblem: Type.Optional(
      Type.String({ description: 'Why a run would remove nothing and fail' }),
    ),
  },
  { description: 'What a run would do' },
);

const instant = Type.String({ format: 'date-time' });

/** A test of a connection, or a plan of what a run would do. */
export const integrationCheckSchema = Type.Object(
  {
    checkId: Type.String({ format: 'uuid' }),
    integrationExternalId: Type.String(),
    kind: Type.Unsafe<string>({ type: 'string', enum: ['connection', 'plan'] }),
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'],
      description: 'RUNNING from the request on',
    }),
    message: Type.Union([Type.String(), Type.Null()], { description: 'What was found' }),
    plan: Type.Union([planSchema, Type.Null()]),
    requestedBy: Type.String(),
    startedAt: instant,
    completedAt: Type.Union([instant, Type.Null()]),
  },
  { $id: 'IntegrationCheck' },
);

/** Body of a trigger in the web UI. */
export const runRequestSchema = Type.Object(
  {
    acceptRemovals: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'Most assets that this run may remove although the fuse says no',
      }),
    ),
  },
  { $id: 'RunRequest', additionalProperties: false },
);
