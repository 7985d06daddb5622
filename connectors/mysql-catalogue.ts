import type { SourceRow } from './connector.ts';
import type { MysqlSession } from './mysql-session.ts';
import { tablesNamedIn } from './mysql-view-tables.ts';
import type { QualifiedName } from './mysql-view-tables.ts';
import { textIn } from './source-row.ts';

/** What is known of some tables and views of one database, by their exact names. */
export type MysqlDetails = {
  tables: ReadonlyMap<string, SourceRow[]>;
  columns: ReadonlyMap<string, SourceRow[]>;
  keys: ReadonlyMap<string, SourceRow[]>;
  views: ReadonlyMap<string, SourceRow[]>;
  sources: ReadonlyMap<string, readonly QualifiedName[]>;
};

const systemDatabases = ['information_schema', 'mysql', 'performance_schema', 'sys'];

// Every column gets a name of ours: MySQL 8 answers in capitals, MariaDB as it was asked.
const databasesQuery = `
select schema_name as name, default_character_set_name as character_set, default_collation_name as collation
from information_schema.schemata
order by convert(schema_name using utf8mb4) collate utf8mb4_bin`;

// As bytes, because two names may differ in nothing but their case.
const bytes = (column: string): string => `convert(${column} using utf8mb4) collate utf8mb4_bin`;

const namesQuery = `
select table_name as name from information_schema.tables
where table_schema = ? and ${bytes('table_name')} > ?
order by ${bytes('table_name')}
limit ?`;

const columnsQuery = `
select table_name as owner, column_name as name, column_type as type, is_nullable as nullable, column_key as key_kind,
  column_default as default_value, extra, column_comment as comment, generation_expression as expression
from information_schema.columns
where table_schema = ? and table_name in (?)
order by table_name, ordinal_position`;

const keysQuery = `
select table_name as owner, constraint_name as name, column_name as column_name,
  referenced_table_schema as referenced_schema, referenced_table_name as referenced_table,
  referenced_column_name as referenced_column
from information_schema.key_column_usage
where table_schema = ? and table_name in (?)
order by table_name, constraint_name, referenced_table_name, ordinal_position`;

const viewsQuery = `
select table_name as owner, view_definition as definition
from information_schema.views
where table_schema = ? and table_name in (?)`;

const tablesQuery = `
select table_name as owner, table_type as type, engine, table_rows as row_estimate, table_comment as comment
from information_schema.tables
where table_schema = ? and table_name in (?)`;

const viewUsageQuery = `
select view_name as owner, table_schema as source_schema, table_name as source_name
from information_schema.view_table_usage
where view_schema = ? and view_name in (?)
order by view_name, table_schema, table_name`;

const existingQuery = `
select table_schema as source_schema, table_name as source_name
from information_schema.tables
where table_schema in (?) and table_name in (?)`;

/** Every database that the user may see but the server's own. */
export async function listDatabases(session: MysqlSession): Promise<SourceRow[]> {
  const rows = await session.query(databasesQuery);
  return rows.filter((row) => !systemDatabases.includes(textIn(row, 'name').toLowerCase()));
}

/** The next names of tables and views of a database behind `after`, in order of their bytes. */
export async function listNamesAfter(
  session: MysqlSession,
  database: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await session.query(namesQuery, [database, after, limit]);
  return rows.map((row) => textIn(row, 'name'));
}

/** Whether the server keeps a list of what views read; MySQL has one since 8.0.13, MariaDB has none. */
export async function knowsViewUsage(session: MysqlSession): Promise<boolean> {
  const rows = await session.query(
    `select 1 as found from information_schema.tables
    where table_schema = 'information_schema' and table_name = 'VIEW_TABLE_USAGE'`,
  );
  return rows.length > 0;
}

function byOwner(rows: readonly SourceRow[]): Map<string, SourceRow[]> {
  const found = new Map<string, SourceRow[]>();
  for (const row of rows) {
    const owner = textIn(row, 'owner');
    const list = found.get(owner);
    if (list === undefined) found.set(owner, [row]);
    else list.push(row);
  }
  return found;
}

const sourceOf = (row: SourceRow): QualifiedName => ({
  schema: textIn(row, 'source_schema'),
  name: textIn(row, 'source_name'),
});

const keyOf = ({ schema, name }: QualifiedName): string => `${schema}\0${name}`;

/** What views read according to their definitions, as far as it exists. */
async function sourcesByDefinition(
  session: MysqlSession,
  views: ReadonlyMap<string, SourceRow[]>,
): Promise<Map<string, QualifiedName[]>> {
  const named = new Map(
    [...views].map(([view, [row = {}]]) => [view, tablesNamedIn(textIn(row, 'definition'))]),
  );
  const all = [...named.values()].flat();
  if (all.length === 0) return new Map();
  const schemas = [...new Set(all.map(({ schema }) => schema))];
  const names = [...new Set(all.map(({ name }) => name))];
  const rows = await session.query(existingQuery, [schemas, names]);
  const existing = new Set(rows.map((row) => keyOf(sourceOf(row))));
  return new Map(
    [...named].map(([view, sources]) => [
      view,
      sources
        .filter((source) => existing.has(keyOf(source)))
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    ]),
  );
}

/**
 * The details of the named tables and views of a database, with as many statements for one as for a thousand. What is dropped
 * meanwhile is not in `tables`, which is read last: the lists of these servers are of the present, whatever the transaction.
 */
export async function readMysqlDetails(
  session: MysqlSession,
  database: string,
  { names, hasViewUsage }: { names: readonly string[]; hasViewUsage: boolean },
): Promise<MysqlDetails> {
  // No name is empty. Without a second value MariaDB makes IN an equality, also of two names that differ in case alone, and
  // then looks for the one that is written first only.
  const read = async (sql: string, of = names): Promise<Map<string, SourceRow[]>> =>
    of.length === 0 ? new Map() : byOwner(await session.query(sql, [database, ['', ...of]]));
  const columns = await read(columnsQuery);
  const keys = await read(keysQuery);
  const views = await read(viewsQuery);
  const usage = hasViewUsage ? await read(viewUsageQuery, [...views.keys()]) : undefined;
  const sources = usage
    ? new Map([...usage].map(([view, rows]) => [view, rows.map(sourceOf)]))
    : await sourcesByDefinition(session, views);
  return { columns, keys, views, sources, tables: await read(tablesQuery) };
}
