import { Type } from '@sinclair/typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import { refuse } from './errors.ts';
import type { JsonObject } from '../lib/json.ts';

const orNull = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const noLineBreaks = '^[^\\p{Cc}]*$';

/** What people see of an organization, as it is written. */
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

/** The same as it is read; where the organization is reached is known to the installation alone. */
export const organizationSettingsReadSchema = Type.Object(
  {
    vanityUrl: Type.String({ description: 'Short name in web addresses' }),
    host: Type.String({ description: 'Host of this installation' }),
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

/** Members that the server owns: ignored when they are sent back. */
const serverOwned = ['vanityUrl', 'host', 'sso'];

/** The settings are looked into at every PUT of a contract. */
const longest = 16_384;

/**
 * What is stored of settings that were sent, as JSON text: without what the server owns, and without nulls. Refuses
 * with `invalid_body` what is too long.
 */
export function settingsToStore(document: JsonObject): string {
  const entries = Object.entries(document).filter(
    ([name, value]) => value !== null && name !== 'fullName' && !serverOwned.includes(name),
  );
  const text = JSON.stringify(Object.fromEntries(entries));
  if (text.length > longest) {
    refuse('invalid_body', `The settings have ${text.length} characters; ${longest} are allowed.`);
  }
  return text;
}

/** The settings that people see: the stored ones (JSON text of the organization) with what the server knows. */
export function settingsOf(
  profile: { name: string; vanity: string; settings: string },
  publicUrl: string,
): SettingsRead {
  const stored = JSON.parse(profile.settings) as Partial<SettingsWrite>;
  return {
    vanityUrl: profile.vanity,
    host: new URL(publicUrl).host,
    fullName: profile.name,
    logoUrl: '',
    contractChanges: 'warn',
    ...stored,
  } as SettingsRead;
}

/** Members of secrets, which neither features nor settings hold: what is stored there is shown to everybody. */
const secrets = ['dataContractTestsApiKey', 'dataContractTestsApiEndpoint'];

/** Refuses with `invalid_body` members that would be shown although they are secret. */
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
