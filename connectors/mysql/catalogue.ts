import type { SourceRow } from '../connector.ts';
import type { MysqlSession } from './session.ts';
import { tablesNamedIn } from './view-tables.ts';
import type { QualifiedName } from './view-tables.ts';
import { textIn } from '../source-row.ts';

/** Facts about tables and views of one database, by exact names. */
export type MysqlDetails = {
  tables: ReadonlyMap<string, SourceRow[]>;
  columns: ReadonlyMap<string, SourceRow[]>;
  keys: ReadonlyMap<string, SourceRow[]>;
  views: ReadonlyMap<string, SourceRow[]>;
  /** Checks of MariaDB, which tell columns of JSON from other texts. */
  checks: ReadonlyMap<string, SourceRow[]>;
  sources: ReadonlyMap<string, readonly QualifiedName[]>;
};

const systemDatabases = ['information_schema', 'mysql', 'performance_schema', 'sys'];

// Every column has an alias, because MySQL 8 returns names in capitals, MariaDB as written.
const databasesQuery = `
select schema_name as name, default_character_set_name as character_set, default_collation_name as collation
from information_schema.schemata
order by convert(schema_name using utf8mb4) collate utf8mb4_bin`;

// As bytes, because names may differ only in case.
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

const checksQuery = `
select table_name as owner, check_clause as clause
from information_schema.check_constraints
where constraint_schema = ? and table_name in (?)`;

const viewUsageQuery = `
select view_name as owner, table_schema as source_schema, table_name as source_name
from information_schema.view_table_usage
where view_schema = ? and view_name in (?)
order by view_name, table_schema, table_name`;

const existingQuery = `
select table_schema as source_schema, table_name as source_name
from information_schema.tables
where table_schema in (?) and table_name in (?)`;

/** The databases that the user may see, without the system's. */
export async function listDatabases(session: MysqlSession): Promise<SourceRow[]> {
  const rows = await session.query(databasesQuery);
  return rows.filter((row) => !systemDatabases.includes(textIn(row, 'name').toLowerCase()));
}

/** The next names of tables and views of a database after `after`, in byte order. */
export async function listNamesAfter(
  session: MysqlSession,
  database: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await session.query(namesQuery, [database, after, limit]);
  return rows.map((row) => textIn(row, 'name'));
}

/** True if the server lists the tables of views: MySQL does since 8.0.13, MariaDB does not. */
export async function knowsViewUsage(session: MysqlSession): Promise<boolean> {
  const rows = await session.query(
    `select 1 as found from information_schema.tables
    where table_schema = 'information_schema' and table_name = 'VIEW_TABLE_USAGE'`,
  );
  return rows.length > 0;
}

/** True if the server lists checks with their tables: MariaDB does since 10.2, MySQL does not. */
export async function knowsTableChecks(session: MysqlSession): Promise<boolean> {
  const rows = await session.query(
    `select 1 as found from information_schema.columns
    where table_schema = 'information_schema' and table_name = 'CHECK_CONSTRAINTS' and column_name = 'TABLE_NAME'`,
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

/** The existing tables that views read according to their definitions. */
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

type MysqlPageRequest = {
  names: readonly string[];
  hasViewUsage: boolean;
  hasTableChecks: boolean;
};

/**
 * Reads the details of the named tables and views of a database, with a constant number of statements. `tables` is read last, so
 * that it excludes dropped tables: the catalogs of these servers are current, whatever the transaction.
 */
export async function readMysqlDetails(
  session: MysqlSession,
  database: string,
  { names, hasViewUsage, hasTableChecks }: MysqlPageRequest,
): Promise<MysqlDetails> {
  // No name is empty. With a single value, MariaDB turns IN into an equality, also for two names that differ only in case, and
  // then finds only the first.
  const read = async (sql: string, of = names): Promise<Map<string, SourceRow[]>> =>
    of.length === 0 ? new Map() : byOwner(await session.query(sql, [database, ['', ...of]]));
  const columns = await read(columnsQuery);
  const keys = await read(keysQuery);
  const views = await read(viewsQuery);
  const checks = hasTableChecks ? await read(checksQuery) : new Map<string, SourceRow[]>();
  const usage = hasViewUsage ? await read(viewUsageQuery, [...views.keys()]) : undefined;
  const sources = usage
    ? new Map([...usage].map(([view, rows]) => [view, rows.map(sourceOf)]))
    : await sourcesByDefinition(session, views);
  return { columns, keys, views, checks, sources, tables: await read(tablesQuery) };
}
