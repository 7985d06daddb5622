import { Type } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../asset-source.ts';
import type { ConnectorInfo } from '../connector.ts';
import { memberText } from '../server/settings.ts';

/** The name of a variable of the environment that the connector reads. */
export const variable = (name: string): string => `DATACONTRACT_DATABRICKS_${name}`;

export const databricks = {
  name: 'databricks',
  serverTypes: ['databricks'],
  credentials: [
    {
      name: variable('TOKEN'),
      meaning: 'Personal access token of a user or service principal',
      secret: true,
    },
    { name: variable('CLIENT_ID'), meaning: 'Application id of a service principal (OAuth)' },
    { name: variable('CLIENT_SECRET'), meaning: 'OAuth secret of that principal', secret: true },
    {
      name: variable('HTTP_PATH'),
      meaning: 'HTTP path of the SQL warehouse that runs the queries',
    },
    { name: variable('SERVER_HOSTNAME'), meaning: 'Host, where the contract names none' },
    { name: variable('CATALOG'), meaning: 'Catalog, where the contract names none' },
    { name: variable('SCHEMA'), meaning: 'Schema, where the contract names none' },
  ],
  signIns: [
    [variable('TOKEN'), variable('HTTP_PATH')],
    [variable('CLIENT_ID'), variable('CLIENT_SECRET'), variable('HTTP_PATH')],
  ],
  placeIs: 'the `host`',
  place: (server) => memberText(server, 'host'),
  title: 'Databricks',
  tested: { live: false, against: 'recorded answers of its statement API' },
} as const satisfies ConnectorInfo;

const configSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      examples: ['https://adb-1234567890123456.7.azuredatabricks.net'],
      description:
        'Address of the workspace, e.g. https://adb-1234567890123456.7.azuredatabricks.net; its host has to be in ALLOWED_HOSTS',
    }),
    readDetails: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description:
          'Read every table once more for its keys and what a view is made of, which listings leave out (default true)',
      }),
    ),
    includeSystem: Type.Optional(
      Type.Boolean({
        'x-advanced': true,
        description:
          'Also the catalogs and schemas that Databricks made: system, information_schema (default false)',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    token: Type.Optional(
      Type.String({ description: 'Personal access token of a user or service principal' }),
    ),
    clientId: Type.Optional(
      Type.String({
        description: 'Application id of a service principal, for OAuth without a user',
      }),
    ),
    clientSecret: Type.Optional(
      Type.String({ description: 'OAuth secret of that service principal' }),
    ),
  },
  { additionalProperties: false },
);

export const databricksAssets = {
  name: 'databricks',
  title: 'Databricks Unity Catalog',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
} as const satisfies AssetSourceInfo;
