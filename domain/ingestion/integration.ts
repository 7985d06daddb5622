import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { filtersSchema } from './asset-filter.ts';
import { removalFuseSchema } from './removal-fuse.ts';
import { recordOf } from '../validation/record-of.ts';

const settingsMap = recordOf(Type.Unknown());

/** The body of an integration. */
export const integrationWriteSchema = Type.Object(
  {
    externalId: Type.Optional(
      Type.String({ description: 'Chosen by the caller; equals the id of the address' }),
    ),
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Name for people' }),
    source: Type.String({ minLength: 1, description: 'Which platform, e.g. postgres' }),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether its schedule fires; true when left out' }),
    ),
    owningTeamExternalId: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Team that owns it and its assets',
      }),
    ),
    scheduleExpression: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'CRON expression with five fields, or one of Quartz; without it, it runs on request only',
      }),
    ),
    scheduleTimezone: Type.Optional(
      Type.String({ description: 'IANA time zone of the expression; UTC when left out' }),
    ),
    configuration: Type.Unsafe<Record<string, unknown>>({
      ...settingsMap,
      description: 'How the platform is reached: members of the schema of its source',
    }),
    credentials: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        ...settingsMap,
        writeOnly: true,
        description: 'Never shown; those that are stored stay when left out',
      }),
    ),
    filters: Type.Optional(filtersSchema),
    removalFuse: Type.Optional(removalFuseSchema),
  },
  { $id: 'IntegrationWrite', additionalProperties: false },
);
export type IntegrationWrite = Static<typeof integrationWriteSchema>;

/** The sealed settings of an integration besides its credentials; readers see them as its configuration. */
export type IntegrationSettings = {
  configuration: IntegrationWrite['configuration'];
  filters: IntegrationWrite['filters'] | undefined;
  removalFuse: IntegrationWrite['removalFuse'] | undefined;
  /** The expression as written by the user. */
  scheduleExpression: string | undefined;
};
