import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo } from '../connector.ts';
import { memberText } from '../server/settings.ts';

/** The name of a variable of the environment that the connector reads. */
export const variable = (name: string): string => `DATACONTRACT_SNOWFLAKE_${name}`;

export const snowflake = {
  name: 'snowflake',
  serverTypes: ['snowflake'],
  credentials: [
    {
      name: variable('TOKEN'),
      meaning: 'Programmatic access token, or one of OAuth',
      secret: true,
    },
    { name: variable('AUTHENTICATOR'), meaning: '`oauth` when that token is one of OAuth' },
    { name: variable('USERNAME'), meaning: 'User who signs in with a private key' },
    { name: variable('PRIVATE_KEY'), meaning: 'Private RSA key of that user (PEM)', secret: true },
    {
      name: variable('PRIVATE_KEY_PASSPHRASE'),
      meaning: 'Passphrase of that key, when it is encrypted',
      secret: true,
    },
    { name: variable('PRIVATE_KEY_FILE_PWD'), meaning: 'The same, as before', secret: true },
    { name: variable('PRIVATE_KEY_FILE'), meaning: 'Not opened; only told apart from no key' },
    {
      name: variable('PASSWORD'),
      meaning: 'Not taken by the SQL API; only told apart',
      secret: true,
    },
    { name: variable('ROLE'), meaning: 'Role that reads, instead of the default one of the user' },
    { name: variable('WAREHOUSE'), meaning: 'Warehouse, where the contract names none' },
    { name: variable('ACCOUNT'), meaning: 'Account, where the contract names none' },
    { name: variable('DATABASE'), meaning: 'Database, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
    { name: variable('HOST'), meaning: 'Host of a private link' },
  ],
  signIns: [[variable('TOKEN')], [variable('USERNAME'), variable('PRIVATE_KEY')]],
  placeIs: 'the `account`',
  place: (server) => memberText(server, 'account'),
  title: 'Snowflake',
  tested: { live: false, against: 'recorded answers of its SQL API' },
} as const satisfies ConnectorInfo;

const configSchema = Type.Object(
  {
    account: Type.String({
      minLength: 1,
      pattern: '^[A-Za-z0-9_.-]+$',
      examples: ['myorg-account1'],
      description:
        'Identifier of the account, e.g. myorg-account1 or xy12345.eu-central-1; <account>.snowflakecomputing.com has to be in ALLOWED_HOSTS',
    }),
    warehouse: Type.Optional(
      Type.String({
        examples: ['CATALOG'],
        description: 'Warehouse in which catalogue queries run; the default one of the user else',
      }),
    ),
    role: Type.Optional(
      Type.String({
        examples: ['CATALOG_READER'],
        description: 'Role whose view of the account is scanned; the default one of the user else',
      }),
    ),
    includeSystem: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description:
          'Also what Snowflake made: SNOWFLAKE, SNOWFLAKE_SAMPLE_DATA, INFORMATION_SCHEMA (default false)',
      }),
    ),
    endpoint: Type.Optional(
      Type.String({
        'x-advanced': true,
        description: 'Address of the SQL API when it is not the public one, e.g. of a private link',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    username: Type.Optional(
      Type.String({ description: 'Name of the user who signs in with a private key' }),
    ),
    token: Type.Optional(Type.String({ description: 'Programmatic access token of a user' })),
    privateKey: Type.Optional(
      Type.String({
        'x-multiline': true,
        description: 'Private RSA key of the user as PEM (PKCS#8), in place of a token',
      }),
    ),
    privateKeyPassphrase: Type.Optional(
      Type.String({ description: 'Passphrase of that key, when it is encrypted' }),
    ),
  },
  { additionalProperties: false },
);

export const snowflakeAssets = {
  name: 'snowflake',
  title: 'Snowflake',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
