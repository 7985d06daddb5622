import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { refuse } from '../errors.ts';
import type { JsonObject } from '../../lib/json/json.ts';

const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const noLineBreaks = '^[^\\p{Cc}]*$';

/** The body of an organization's visible settings. */
export const organizationSettingsSchema = Type.Object(
  {
    fullName: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: noLineBreaks,
      'x-must-be': 'without line breaks and other control characters',
      description: 'Display name',
    }),
    logoUrl: orNull(
      Type.String({
        maxLength: 2000,
        pattern: '^(https?://\\S+)?$',
        'x-must-be': 'an address with https or http, like https://example.com/logo.png, or empty',
      }),
    ),
    supportEmailAddress: orNull(Type.String({ format: 'email' })),
    brand: orNull(Type.String({ maxLength: 200 })),
    plan: orNull(Type.String({ maxLength: 200 })),
    contractChanges: orNull(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['warn', 'enforce'],
        description:
          'Whether a breaking change of a contract needs a raised version; warn by default',
      }),
    ),
  },
  { $id: 'OrganizationSettingsWrite', additionalProperties: true },
);

type SettingsWrite = Static<typeof organizationSettingsSchema>;

/** The settings as clients read them; the addresses come from the installation. */
export const organizationSettingsReadSchema = Type.Object(
  {
    vanityUrl: Type.String({ description: 'Short name in web addresses' }),
    host: Type.String({ description: 'Address of this installation, with its protocol' }),
    fullName: Type.String(),
    logoUrl: Type.String({ description: 'Empty when there is none' }),
    supportEmailAddress: Type.Optional(Type.String()),
    brand: Type.Optional(Type.String()),
    plan: Type.Optional(Type.String()),
    contractChanges: Type.String({ description: 'warn or enforce' }),
  },
  { $id: 'OrganizationSettings', additionalProperties: true },
);

type SettingsRead = Static<typeof organizationSettingsReadSchema>;

/** Members set by the server: ignored when they are sent back. */
const serverOwned = ['vanityUrl', 'host', 'sso'];

/** Maximum length in characters; the settings are read at every PUT of a contract. */
const maxLength = 16_384;

/**
 * The part of sent settings to store, as JSON text: without members set by the server, and without nulls.
 * Refuses settings that are too long with `invalid_body`.
 */
export function settingsToStore(document: JsonObject): string {
  const entries = Object.entries(document).filter(
    ([name, value]) => value !== null && name !== 'fullName' && !serverOwned.includes(name),
  );
  const text = JSON.stringify(Object.fromEntries(entries));
  if (text.length > maxLength) {
    refuse(
      'invalid_body',
      `The settings have ${text.length} characters; ${maxLength} are allowed.`,
    );
  }
  return text;
}

/** The visible settings: the stored ones (JSON text of the organization) with the members set by the server. */
export function settingsOf(
  profile: { name: string; vanity: string; settings: string },
  publicUrl: string,
): SettingsRead {
  const stored = JSON.parse(profile.settings) as Partial<SettingsWrite>;
  return {
    vanityUrl: profile.vanity,
    host: new URL(publicUrl).origin,
    fullName: profile.name,
    logoUrl: '',
    contractChanges: 'warn',
    ...stored,
  } as SettingsRead;
}

/** Secret members, which neither features nor settings may contain, because everybody can read them. */
const secrets = ['dataContractTestsApiKey', 'dataContractTestsApiEndpoint'];

/** Refuses with `invalid_body` secret members, which would be visible. */
export function assertNoSecrets(document: JsonObject): void {
  const name = secrets.find(
    (secret) => document[secret] !== undefined && document[secret] !== null,
  );
  if (name === undefined) return;
  refuse(
    'invalid_body',
    `'${name}' cannot be stored here, where every key of the organization can read it: leave it out.`,
    { violations: [{ field: name, message: 'must be left out' }] },
  );
}
