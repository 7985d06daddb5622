import { Type } from '@sinclair/typebox';
import { plannedChanges } from '../../../domain/ingestion/run-changes.ts';
import type { PlannedChange } from '../../../domain/ingestion/run-changes.ts';
import { integrationDetailSchema } from '../integrations/integrations.ts';
import { orNull } from '../nullable.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';

const jsonSchema = (description: string) => recordOf(Type.Unknown(), { description });

const formFieldSchema = Type.Object(
  {
    path: Type.String({
      description: 'Where the value goes in the body of an integration',
      examples: ['configuration.host'],
    }),
    title: Type.String({ description: 'Label', examples: ['Host'] }),
    description: Type.String({ description: 'Help below the input' }),
    input: Type.Unsafe<string>({
      type: 'string',
      enum: ['text', 'long-text', 'secret', 'long-secret', 'number', 'switch', 'choice', 'list'],
      description: 'Kind of the input; list takes several texts, secrets are never shown again',
    }),
    required: Type.Boolean({ description: 'False: the member may be left out' }),
    advanced: Type.Boolean({ description: 'Rarely needed: a form may fold it away' }),
    default: Type.Unknown({ description: 'Value that applies when it is left out; may be null' }),
    placeholder: orNull(Type.String({ description: 'Example of a value' })),
    choices: Type.Array(
      Type.Object({ value: Type.String(), title: Type.String({ description: 'Label' }) }),
      { description: 'Values of a choice' },
    ),
    minimum: orNull(Type.Number({ description: 'Lowest number' })),
    maximum: orNull(Type.Number({ description: 'Highest number' })),
    maxLength: orNull(Type.Integer({ description: 'Maximum number of characters' })),
    pattern: orNull(
      Type.String({ description: 'Regular expression of a text, or of each text of a list' }),
    ),
  },
  { $id: 'FormField', description: 'A member of the settings of a source, as a form asks for it' },
);

const formStepSchema = Type.Object(
  {
    name: Type.String({ description: 'connection or scope' }),
    title: Type.String({ description: 'Title of the step' }),
    fields: Type.Array(formFieldSchema, { description: 'Its fields in order' }),
  },
  { $id: 'FormStep', description: 'A step of a form' },
);

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
    configSchema: jsonSchema('JSON Schema of the configuration, with a title for each member'),
    credentialsSchema: jsonSchema('JSON Schema of the credentials, which are never returned'),
    form: Type.Array(formStepSchema, {
      description: 'Steps of a form, made from both schemas: all that a page needs to ask for them',
    }),
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
  'owningTeamName',
  'sourceTitle',
  'mayEdit',
  'assetOwnerTeamExternalId',
  'schedule',
  'nextRunAt',
  'lastSkippedAt',
  'latestRun',
  'createdAt',
  'updatedAt',
  'hasCredentials',
] as const;

/** An asset of a plan. */
export const plannedAssetSchema = Type.Object(
  {
    assetId: Type.String({ examples: ['warehouse:shop.public.orders'] }),
    assetName: Type.String({ description: 'Last name of its path', examples: ['orders'] }),
    change: Type.Unsafe<PlannedChange>({
      type: 'string',
      enum: [...plannedChanges],
      description:
        'skipped: another client stored the same id; in_use: missing, but a data product uses it, so that it stays',
    }),
  },
  { $id: 'PlannedAsset', description: 'An asset that a run would change, or leave alone' },
);

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
    kept: Type.Integer({ description: 'Missing assets that stay, because data products use them' }),
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
    requestedByName: orNull(Type.String({ description: 'Name of the key or person' })),
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
    acceptRemovalsOf: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Run that the fuse stopped: only the assets that it listed may be removed, and acceptRemovals must be their number, without those in use',
      }),
    ),
  },
  { $id: 'RunRequest', additionalProperties: false },
);
