import { Type } from '@sinclair/typebox';
import { integrationDetailSchema } from '../integrations/integrations.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';

const jsonSchema = (description: string) => recordOf(Type.Unknown(), { description });

/** A platform that integrations can scan. */
export const assetSourceSchema = Type.Object(
  {
    name: Type.String({ description: 'Value of source in integrations' }),
    title: Type.String({ description: 'Display name' }),
    levels: Type.Array(Type.String(), {
      description: 'Meaning of the names in a path, outermost first; filters use these names',
    }),
    triedAgainst: Type.String({
      description: 'Platform that the tests of this source run against',
    }),
    configSchema: jsonSchema('JSON Schema of the configuration'),
    credentialsSchema: jsonSchema('JSON Schema of the credentials, which are never returned'),
  },
  { $id: 'AssetSource' },
);

/** An integration in the form that people edit. */
export const uiIntegrationSchema = Type.Object(
  {
    ...integrationDetailSchema.properties,
    configuration: recordOf(Type.Unknown(), { description: 'Configuration of the source' }),
    scheduleExpression: Type.Optional(Type.String({ description: 'The schedule as written' })),
    hasCredentials: Type.Boolean({ description: 'True if credentials are stored' }),
  },
  { $id: 'UiIntegration' },
);

/** Members of an integration that a write ignores. */
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
  assets: Type.Array(Type.String(), { description: 'Ids of the assets, at most 1,000' }),
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
      Type.String({ description: 'Why a run would fail without removing assets' }),
    ),
  },
  { description: 'Changes that a run would make' },
);

const instant = Type.String({ format: 'date-time' });

/** A connection test, or a plan of a run's changes. */
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
    message: Type.Union([Type.String(), Type.Null()], { description: 'Result of the check' }),
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
        description: 'Maximum number of assets that this run may remove despite the removal fuse',
      }),
    ),
  },
  { $id: 'RunRequest', additionalProperties: false },
);
