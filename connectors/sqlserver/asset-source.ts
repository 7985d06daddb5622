import { refuse } from '../../domain/errors.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { demandText, factsOf, textOf } from '../http/answer-member.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { entraTokens } from '../http/entra-token.ts';
import { toMssqlAsset } from './asset.ts';
import {
  databasesQuery,
  readMssqlDetails,
  relationsQuery,
  schemasQuery,
  serverQuery,
} from './catalogue.ts';
import { connectMssql } from './connection.ts';
import type { MssqlConnection, MssqlTarget } from './connection.ts';
import { pageAssets } from '../http/page-chain.ts';

type Settings = SettingsOf<typeof about.mssql>;

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

/** Each database has its own connection, because Azure SQL allows no cross-database queries. */
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

/** Microsoft SQL Server and Azure SQL, through their catalog views. */
export const mssql = defineAssetSource(about.mssql, async (settings, context) => {
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
});
