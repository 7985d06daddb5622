import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { factsOf } from '../http/answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import { gather } from '../http/page-chain.ts';
import { collectKeys, groupRows, tableKey, toSnowflakeTable } from './asset.ts';
import type { SnowflakeKeys } from './asset.ts';
import { runSnowflake } from './statement.ts';
import type { SnowflakeRow, SnowflakeSession } from './statement.ts';

/** Databases that belong to Snowflake. */
const systemDatabases: ReadonlySet<string> = new Set(['SNOWFLAKE', 'SNOWFLAKE_SAMPLE_DATA']);

/** SHOW returns no more rows than this, and does not say that it is truncated. */
const maxShown = 10_000;

type Catalogue = { session: SnowflakeSession; context: ScanContext; includeSystem: boolean };

type Database = {
  name: string;
  /** Quoted prefix of INFORMATION_SCHEMA. */
  quoted: string;
  tables: Map<string, SnowflakeRow[]>;
  definitions: Map<string, string>;
  keys: Map<string, SnowflakeKeys>;
};

/**
 * The databases, schemas, tables and views of an account that the role and the filter admit. Seven statements per database, and
 * one per schema for columns, because INFORMATION_SCHEMA refuses results that are too large.
 */
export async function* scanSnowflake(catalogue: Catalogue): AsyncGenerator<ScannedAsset> {
  const { session, context, includeSystem } = catalogue;
  const databases = await gather(runSnowflake(session, 'show databases'));
  checkShown(databases, 'databases');
  for (const database of databases) {
    const { name = '' } = database;
    if (!includeSystem && systemDatabases.has(name)) continue;
    if (!context.filter.admitsName('catalog', name)) continue;
    yield {
      path: [name],
      kind: 'database',
      description: database['comment'],
      properties: factsOf({ owner: database['owner'], origin: database['origin'] }),
    };
    yield* scanDatabase(catalogue, name);
  }
}

async function* scanDatabase(catalogue: Catalogue, name: string): AsyncGenerator<ScannedAsset> {
  const { session, context, includeSystem } = catalogue;
  const quoted = quoteIdentifier(name);
  const schemata = await gather(
    runSnowflake(
      session,
      `select schema_name, schema_owner, comment, is_transient from ${quoted}.information_schema.schemata order by schema_name`,
    ),
  );
  const schemas = schemata.filter(({ schema_name: schema = '' }) => {
    const isSystem = schema === 'INFORMATION_SCHEMA';
    return (includeSystem || !isSystem) && context.filter.admitsName('schema', schema);
  });
  const names = schemas.map(({ schema_name: schema = '' }) => schema);
  const database = await readDatabase(session, name, names);
  for (const schema of schemas) {
    const { schema_name: schemaName = '' } = schema;
    yield {
      path: [name, schemaName],
      kind: 'schema',
      description: schema['comment'],
      properties: factsOf({ owner: schema['schema_owner'] }),
    };
    yield* scanSchema(catalogue, database, schemaName);
  }
}

async function readDatabase(
  session: SnowflakeSession,
  name: string,
  schemas: readonly string[],
): Promise<Database> {
  const quoted = quoteIdentifier(name);
  const tables = await gather(
    runSnowflake(
      session,
      `select * from ${quoted}.information_schema.tables order by table_schema, table_name`,
    ),
  );
  const definitions = new Map<string, string>();
  const views = `select table_schema, table_name, view_definition from ${quoted}.information_schema.views`;
  for await (const view of runSnowflake(session, views)) {
    const { view_definition: definition } = view;
    // The definition of a view is empty without its ownership.
    if (definition !== undefined) {
      definitions.set(tableKey(view['table_schema'], view['table_name']), definition);
    }
  }
  const keys = collectKeys({
    primary: await showKeys(session, 'primary keys', quoted, schemas),
    unique: await showKeys(session, 'unique keys', quoted, schemas),
    imported: await showKeys(session, 'imported keys', quoted, schemas),
  });
  return {
    name,
    quoted,
    tables: groupRows(tables, ({ table_schema: schema = '' }) => schema),
    definitions,
    keys,
  };
}

/** The keys of a database in one statement, or schema by schema when SHOW would truncate them. */
async function showKeys(
  session: SnowflakeSession,
  what: string,
  database: string,
  schemas: readonly string[],
): Promise<SnowflakeRow[]> {
  const all = await gather(runSnowflake(session, `show ${what} in database ${database}`));
  if (all.length < maxShown) return all;
  const parts: SnowflakeRow[] = [];
  for (const schema of schemas) {
    const within = `${database}.${quoteIdentifier(schema)}`;
    const part = await gather(runSnowflake(session, `show ${what} in schema ${within}`));
    checkShown(part, `${what} of schema ${schema}`);
    parts.push(...part);
  }
  return parts;
}

function checkShown(rows: readonly SnowflakeRow[], what: string): void {
  if (rows.length >= maxShown)
    throw new Error(`Snowflake cannot list all ${what}, because there are too many`);
}

async function* scanSchema(
  { session, context }: Catalogue,
  { name, quoted, tables, definitions, keys }: Database,
  schema: string,
): AsyncGenerator<ScannedAsset> {
  const admitted = (tables.get(schema) ?? []).filter(({ table_name: table = '' }) =>
    context.filter.admitsName('name', table),
  );
  if (admitted.length === 0) return;
  const statement = `select table_name, column_name, ordinal_position, data_type, is_nullable, column_default, character_maximum_length, numeric_precision, numeric_scale, is_identity, comment from ${quoted}.information_schema.columns where table_schema = ? order by table_name, ordinal_position`;
  const rows = await gather(runSnowflake(session, statement, [schema]));
  const columns = groupRows(rows, ({ table_name: table = '' }) => table);
  for (const table of admitted) {
    const { table_name: tableName = '' } = table;
    const key = tableKey(schema, tableName);
    yield toSnowflakeTable([name, schema, tableName], {
      table,
      columns: columns.get(tableName) ?? [],
      keys: keys.get(key),
      definition: definitions.get(key),
    });
  }
}
