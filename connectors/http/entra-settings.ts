import { Type } from '@sinclair/typebox';

/** Settings of all sources that sign in with Microsoft Entra ID. */
export const entraConfig = {
  tenantId: Type.String({
    minLength: 1,
    pattern: '^[A-Za-z0-9.-]+$',
    examples: ['example.onmicrosoft.com'],
    description: 'Id of the Entra tenant, or one of its domains',
  }),
  clientId: Type.String({
    minLength: 1,
    examples: ['11111111-2222-3333-4444-555555555555'],
    description: 'Application (client) id of the app registration that signs in',
  }),
  authorityUrl: Type.Optional(
    Type.String({
      'x-advanced': true,
      description:
        'Where tokens come from when that is not https://login.microsoftonline.com, which has to be in ALLOWED_HOSTS',
    }),
  ),
};

/** Encrypted settings of these sources. */
export const entraCredentials = {
  clientSecret: Type.String({
    minLength: 1,
    description: 'Client secret of the app registration (its value, not its id)',
  }),
};
