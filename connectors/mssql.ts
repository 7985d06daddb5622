import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuse } from '../domain/errors.ts';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { demandText, factsOf, textOf } from './answer-member.ts';
import { defineAssetSource } from './asset-source.ts';
import type { ScanContext } from './asset-source.ts';
import { entraTokens } from './entra-token.ts';
import { toMssqlAsset } from './mssql-asset.ts';
import {
  databasesQuery,
  readMssqlDetails,
  relationsQuery,
  schemasQuery,
  serverQuery,
} from './mssql-catalogue.ts';
import { connectMssql } from './mssql-connection.ts';
import type { MssqlConnection, MssqlTarget } from './mssql-connection.ts';
import { pageAssets } from './page-chain.ts';

const configSchema = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Host of the server, which has to be in ALLOWED_HOSTS; for Azure SQL, which sends connections on, as *.database.windows.net',
    }),
    port: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port, 1433 when left out' }),
    ),
    databases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
        maxItems: 1000,
        description:
          'Databases to read; all that the login may enter when left out, which Azure SQL does not tell',
      }),
    ),
    encrypt: Type.Optional(
      Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('strict')], {
        description:
          'Whether the connection is encrypted: `yes` (default), `no`, or `strict` for TDS 8.0 (SQL Server 2022, Azure SQL)',
      }),
    ),
    trustServerCertificate: Type.Optional(
      Type.Boolean({
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

type Settings = {
  config: Static<typeof configSchema>;
  credentials: Static<typeof credentialsSchema>;
};

const advice = 'Check tenant, client id and secret, and that the app is a user of the database';

async function authenticationOf(
  { config, credentials }: Settings,
  context: ScanContext,
): Promise<MssqlTarget['authentication']> {
  const { username, password, clientSecret } = credentials;
  if (username !== undefined && password !== undefined) {
    return { type: 'default', options: { userName: username, password } };
  }
  const { tenantId, clientId } = config;
  if (!tenantId || !clientId || !clientSecret) {
    return refuse(
      'source_refused',
      'SQL Server needs username and password, or tenantId, clientId and clientSecret',
    );
  }
  const api = { scope: 'https://database.windows.net/.default', title: 'Azure SQL', advice };
  const tokens = entraTokens({ tenantId, clientId, clientSecret }, api, context);
  const token = await tokens.current();
  return { type: 'azure-active-directory-access-token', options: { token } };
}

async function targetOf(settings: Settings, context: ScanContext): Promise<MssqlTarget> {
  const { host, port = 1433, encrypt = 'yes', trustServerCertificate = false } = settings.config;
  const { password = '', clientSecret = '' } = settings.credentials;
  return {
    host,
    port,
    database: settings.config.databases?.[0],
    encrypt: encrypt === 'strict' ? 'strict' : encrypt === 'yes',
    trustServerCertificate,
    authentication: await authenticationOf(settings, context),
    secrets: [password, clientSecret].filter((secret) => secret !== ''),
  };
}

async function describe(connection: MssqlConnection, { host, port }: MssqlTarget): Promise<string> {
  const [row = {}] = await connection.query(serverQuery);
  const version = [textOf(row, 'version'), textOf(row, 'edition')].filter(Boolean).join(', ');
  return `SQL Server ${version} at ${host}:${port}`;
}

type Scanned = { databases: readonly string[]; target: MssqlTarget; context: ScanContext };

/** Each database has a connection of its own: Azure SQL lets none look into another. */
async function* scan({ databases, target, context }: Scanned): AsyncGenerator<ScannedAsset> {
  for (const database of databases) {
    if (!context.filter.admitsName('catalog', database)) continue;
    const connection = await connectMssql({ ...target, database }, context);
    try {
      yield* scanDatabase(connection, database, context);
    } finally {
      await connection.close();
    }
  }
}

async function* scanDatabase(
  { query }: MssqlConnection,
  database: string,
  { filter, pageSize }: ScanContext,
): AsyncGenerator<ScannedAsset> {
  yield { path: [database], kind: 'database' };
  const schemas = (await query(schemasQuery)).filter((schema) =>
    filter.admitsName('schema', demandText(schema, 'name')),
  );
  for (const schema of schemas) {
    yield {
      path: [database, demandText(schema, 'name')],
      kind: 'schema',
      description: textOf(schema, 'description'),
      properties: factsOf({ owner: textOf(schema, 'owner') }),
    };
  }
  const names = new Set(schemas.map((schema) => schema['name']));
  const relations = (await query(relationsQuery)).filter(
    (relation) =>
      names.has(relation['schema_name']) && filter.admitsName('name', demandText(relation, 'name')),
  );
  for (let from = 0; from < relations.length; from += pageSize) {
    const page = relations.slice(from, from + pageSize);
    const details = await readMssqlDetails(
      query,
      page.map((relation) => Number(relation['id'])),
    );
    for (const relation of page) yield toMssqlAsset(relation, database, details);
  }
}

/** Microsoft SQL Server and Azure SQL, through their catalogue views. */
export const mssql = defineAssetSource({
  name: 'mssql',
  title: 'Microsoft SQL Server',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
  open: async (settings, context) => {
    const target = await targetOf(settings, context);
    const connection = await connectMssql(target, context);
    try {
      const described = await describe(connection, target);
      const databases =
        settings.config.databases ??
        (await connection.query(databasesQuery)).map((row) => demandText(row, 'name'));
      return {
        describe: async () => described,
        pages: () => pageAssets(scan({ databases, target, context }), context),
        close: async () => undefined,
      };
    } finally {
      await connection.close();
    }
  },
});
