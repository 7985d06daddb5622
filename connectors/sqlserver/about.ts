import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo } from '../connector.ts';
import { memberText } from '../server/settings.ts';

/** The name of a variable of the environment that the connector reads. */
export const variable = (name: string): string => `DATACONTRACT_SQLSERVER_${name}`;

export const sqlserver = {
  name: 'sqlserver',
  serverTypes: ['sqlserver', 'mssql'],
  credentials: [
    { name: variable('USERNAME'), meaning: 'Login that reads' },
    { name: variable('PASSWORD'), meaning: 'Its password', secret: true },
    {
      name: variable('AUTHENTICATION'),
      meaning: '`sql` (default) or `ActiveDirectoryServicePrincipal`',
    },
    { name: variable('TENANT_ID'), meaning: 'Entra tenant of the app that signs in' },
    { name: variable('CLIENT_ID'), meaning: 'Application (client) id of that app' },
    { name: variable('CLIENT_SECRET'), meaning: 'Its client secret', secret: true },
    { name: variable('TRUSTED_CONNECTION'), meaning: 'Not possible from a worker' },
    {
      name: variable('TRUST_SERVER_CERTIFICATE'),
      meaning: 'Take any certificate of the server (default false)',
    },
    { name: variable('ENCRYPTED_CONNECTION'), meaning: 'Encrypt the connection (default true)' },
    { name: variable('HOST'), meaning: 'Host, where the contract names none' },
    { name: variable('PORT'), meaning: 'Port, where the contract names none' },
    { name: variable('DATABASE'), meaning: 'Database, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
  ],
  signIns: [
    [variable('USERNAME'), variable('PASSWORD')],
    [variable('TENANT_ID'), variable('CLIENT_ID'), variable('CLIENT_SECRET')],
  ],
  placeIs: 'the `host`',
  place: (server) => memberText(server, 'host'),
  title: 'SQL Server',
  tested: { live: false, against: 'a server that speaks TDS' },
} as const satisfies ConnectorInfo;

const configSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 255,
      examples: ['sql.example.com'],
      description:
        'Host of the server, which has to be in ALLOWED_HOSTS; for Azure SQL, which sends connections on, as *.database.windows.net',
    }),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port, 1433 when left out' }),
    ),
    databases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
        maxItems: 1000,
        examples: [['shop']],
        description:
          'Databases to read; all that the login may enter when left out, which Azure SQL does not tell',
      }),
    ),
    encrypt: Type.Optional(
      Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('strict')], {
        title: 'Encryption',
        description:
          'Whether the connection is encrypted: `yes` (default), `no`, or `strict` for TDS 8.0 (SQL Server 2022, Azure SQL)',
      }),
    ),
    trustServerCertificate: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description:
          'Take any certificate of the server, e.g. the one it made itself (default false)',
      }),
    ),
    tenantId: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Entra tenant, to sign in as an app in place of a login of the server (Azure SQL)',
      }),
    ),
    clientId: Type.Optional(
      Type.String({ minLength: 1, description: 'Application (client) id of that app' }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    username: Type.Optional(
      Type.String({
        description:
          'A login that may see definitions (VIEW DEFINITION); it needs no rights on data',
      }),
    ),
    password: Type.Optional(Type.String({ description: 'Its password' })),
    clientSecret: Type.Optional(
      Type.String({ description: 'Client secret of the app, when it signs in with Entra ID' }),
    ),
  },
  { additionalProperties: false },
);

export const mssql = {
  name: 'mssql',
  title: 'Microsoft SQL Server',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
