import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';

const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const kept = 'Kept for clients; changes nothing here';

const changeProcessModes = ['direct'] as const;
const managedTagsPolicies = ['allow', 'warn', 'forbid'] as const;
export type ManagedTagsPolicy = (typeof managedTagsPolicies)[number];

const processMeaning =
  'How changes of documents take effect: `direct` (default), without an approval';
const policyMeaning =
  'Whether assets may have tags that are not in /api/tags: `allow` (default), `warn` (writes answer X-Catalog-Warnings) or `forbid` (writes answer 422)';

/** Values of older versions stay readable, so the schema of the answer names no choice. */
const olderValues = 'Another value was stored by an older version and has no effect';

const otherMembers = {
  customTeamRolesEnabled: orNull(
    Type.Boolean({
      description:
        'Whether the organization defines its own team roles; set by /api/settings/team-roles',
    }),
  ),
  dataContractTestsEnabled: orNull(
    Type.Boolean({ description: 'Whether contracts can be tested; true unless switched off' }),
  ),
  dataContractTestSchedule: orNull(
    Type.String({
      maxLength: 100,
      description:
        'CRON expression with five fields: when contracts are tested that have no customProperty testSchedule',
    }),
  ),
  dataContractTestScheduleTimezone: orNull(
    Type.String({ maxLength: 100, description: 'IANA time zone of it; UTC when left out' }),
  ),
  agentsEnabled: orNull(
    Type.Boolean({
      description: 'Whether agents can use the MCP server; true unless switched off',
    }),
  ),
  agentMessagesPerMinute: orNull(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'Messages of all agents to one API process within a minute; default: 600',
    }),
  ),
  dataContractTestsTags: orNull(Type.Array(Type.String(), { description: kept })),
  openInOptions: orNull(Type.Array(Type.String(), { description: kept })),
  customScript: orNull(Type.String({ maxLength: 100_000, description: kept })),
  intelligenceEnabled: orNull(Type.Boolean({ description: kept })),
  intelligenceQueryExecutionEnabled: orNull(Type.Boolean({ description: kept })),
};

/** The optional features of an organization, as they are written. */
export const organizationFeaturesSchema = Type.Object(
  {
    changeProcessMode: orNull(
      Type.Unsafe<string>({
        type: 'string',
        enum: [...changeProcessModes],
        'x-must-be': `'direct' or left out: change requests do not exist yet, so changes need no approval`,
        description: processMeaning,
      }),
    ),
    managedTagsPolicy: orNull(
      Type.Unsafe<string>({
        type: 'string',
        enum: [...managedTagsPolicies],
        description: policyMeaning,
      }),
    ),
    ...otherMembers,
  },
  { $id: 'OrganizationFeaturesWrite', additionalProperties: true },
);

/** The features as clients read them: modes that were stored before they had an effect stay readable. */
export const organizationFeaturesReadSchema = Type.Object(
  {
    changeProcessMode: Type.String({ description: `${processMeaning}. ${olderValues}` }),
    managedTagsPolicy: Type.String({ description: `${policyMeaning}. ${olderValues}` }),
    ...otherMembers,
  },
  { $id: 'OrganizationFeatures', additionalProperties: true },
);

export type OrganizationFeatures = Static<typeof organizationFeaturesReadSchema> & {
  dataContractTestsEnabled: boolean;
  agentsEnabled: boolean;
  agentMessagesPerMinute: number;
};

const defaults = {
  changeProcessMode: 'direct' satisfies (typeof changeProcessModes)[number],
  managedTagsPolicy: 'allow' satisfies ManagedTagsPolicy,
  dataContractTestsEnabled: true,
  agentsEnabled: true,
  agentMessagesPerMinute: 600,
  dataContractTestsTags: [],
  openInOptions: [],
  intelligenceEnabled: false,
  intelligenceQueryExecutionEnabled: false,
};

/** The effective features for stored ones (JSON text): missing members have their default. */
export function featuresOf(stored: string | undefined): OrganizationFeatures {
  const set = JSON.parse(stored ?? '{}') as Record<string, unknown>;
  const given = Object.entries(set).filter(([, value]) => value !== null);
  return { ...defaults, ...Object.fromEntries(given) };
}

type Modes = {
  changeProcessMode?: string | null | undefined;
  managedTagsPolicy?: string | null | undefined;
};

/** Sentences about stored modes that have no effect, because no value like them exists. */
export function modesWithoutEffect({
  changeProcessMode: process,
  managedTagsPolicy: policy,
}: Modes): string[] {
  return [
    ineffective('changeProcessMode', process, changeProcessModes),
    ineffective('managedTagsPolicy', policy, managedTagsPolicies),
  ].filter((sentence) => sentence !== undefined);
}

/** The policy that holds for a stored value; values without effect allow every tag. */
export function managedTagsPolicyOf(stored: string | null): ManagedTagsPolicy {
  return managedTagsPolicies.find((policy) => policy === stored) ?? 'allow';
}

function ineffective(
  name: string,
  value: string | null | undefined,
  effective: readonly string[],
): string | undefined {
  if (typeof value !== 'string' || effective.includes(value)) return undefined;
  return `${name} '${value}' has no effect: put one of ${effective.join(', ')}, or leave it out`;
}
