import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';

const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const kept = 'Kept for clients; changes nothing here';

/** What an organization switches on and off. */
export const organizationFeaturesSchema = Type.Object(
  {
    changeProcessMode: orNull(Type.String({ maxLength: 100, description: kept })),
    managedTagsPolicy: orNull(Type.String({ maxLength: 100, description: kept })),
    customTeamRolesEnabled: orNull(
      Type.Boolean({
        description:
          'Whether the organization has roles of its own; set by /api/settings/team-roles',
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
    dataContractTestsTags: orNull(Type.Array(Type.String(), { description: kept })),
    openInOptions: orNull(Type.Array(Type.String(), { description: kept })),
    customScript: orNull(Type.String({ maxLength: 100_000, description: kept })),
    intelligenceEnabled: orNull(Type.Boolean({ description: kept })),
    intelligenceQueryExecutionEnabled: orNull(Type.Boolean({ description: kept })),
  },
  { $id: 'OrganizationFeatures', additionalProperties: true },
);

export type OrganizationFeatures = Static<typeof organizationFeaturesSchema> & {
  dataContractTestsEnabled: boolean;
};

const defaults = {
  dataContractTestsEnabled: true,
  dataContractTestsTags: [],
  openInOptions: [],
  intelligenceEnabled: false,
  intelligenceQueryExecutionEnabled: false,
};

/** The features that hold when these (JSON text) are stored: what is not set has its default. */
export function featuresOf(stored: string | undefined): OrganizationFeatures {
  const set = JSON.parse(stored ?? '{}') as Record<string, unknown>;
  const given = Object.entries(set).filter(([, value]) => value !== null);
  return { ...defaults, ...Object.fromEntries(given) };
}
