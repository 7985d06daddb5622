import { Type } from '@sinclair/typebox';
import { testEngineReadSchema } from '../../../domain/contract-tests/engine.ts';
import { organizationFeaturesReadSchema } from '../../../domain/organizations/features.ts';
import { organizationSettingsReadSchema } from '../../../domain/organizations/settings.ts';
import { teamRolesSchema } from '../../../domain/organizations/team-roles.ts';
import { emailTemplatesReadSchema } from '../../../domain/notifications/mail-texts/email-templates.ts';
import { productTypesReadSchema } from '../../../domain/organizations/product-types.ts';
import { scoreSettingsReadSchema } from '../../../domain/scores/score-settings.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

/** Groups of settings of the installation. */
export const settingGroups = [
  'sign-in',
  'mail',
  'code-generation',
  'retention',
  'addresses',
] as const;

const settingSchema = Type.Object({
  env: text('Name of the setting', 'OIDC_ISSUER'),
  meaning: text('Meaning of the setting', 'OpenID Connect provider with which people sign in'),
  value: orNull(
    text(
      'The value; null if there is none, for secrets, and where the caller may not see it',
      'https://login.example.com',
    ),
  ),
  isSecret: Type.Boolean({ description: 'True for secrets, which are never shown' }),
  setIn: Type.Union(
    ['environment', 'file', 'default', 'nowhere'].map((place) => Type.Literal(place)),
    {
      description:
        'Where the value is from: environment (or .env), the file that NAME_FILE names, the default; nowhere: not set',
      examples: ['environment'],
    },
  ),
  file: orNull(text('Path of that file', '/run/secrets/oidc')),
});

/** Everything that the page of settings shows. */
export const pageSettingsSchema = Type.Object(
  {
    may: Type.Object(
      {
        change: Type.Boolean({ description: 'Change the settings of the organization' }),
        seeInstallation: Type.Boolean({
          description: 'See all values of the installation: Owners of the first organization',
        }),
      },
      { description: 'What the caller may do' },
    ),
    organization: organizationSettingsReadSchema,
    features: organizationFeaturesReadSchema,
    warnings: Type.Array(Type.String(), {
      description: 'Sentences about stored values without effect',
    }),
    teamRoles: teamRolesSchema,
    customization: Type.Object(
      {
        format: Type.Union([Type.Literal('json'), Type.Literal('yaml')], {
          description: 'Format in which it was sent',
        }),
        source: text('The text as it was sent; {} if none was', 'dataProduct: {}'),
      },
      { description: 'The customization; PUT /api/settings/customization replaces it' },
    ),
    score: scoreSettingsReadSchema,
    productTypes: productTypesReadSchema,
    emailTemplates: emailTemplatesReadSchema,
    testEngine: orNull(
      Type.Object(
        { ...testEngineReadSchema.properties, updatedByName: principalNameSchema },
        { description: 'The external test engine without its key; null: this installation tests' },
      ),
    ),
    retention: Type.Array(
      Type.Object({
        what: text('What is kept', 'events'),
        days: Type.Integer({ description: 'Days for which it is kept', examples: [90] }),
        env: orNull(
          text('Setting of the installation that says so; null: fixed', 'EVENT_RETENTION_DAYS'),
        ),
      }),
      { description: 'How long data is kept' },
    ),
    installation: Type.Array(
      Type.Object({
        group: Type.Union(settingGroups.map((group) => Type.Literal(group))),
        isOn: orNull(
          Type.Boolean({ description: 'Whether this part is in use; null if it always is' }),
        ),
        settings: Type.Array(settingSchema, { description: 'The settings, read-only here' }),
      }),
      { description: 'Settings of the installation, which only its operators change' },
    ),
  },
  { $id: 'PageSettings', description: 'All settings that hold for an organization' },
);
