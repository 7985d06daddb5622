import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type { SourceColumn, SourceRow, SourceTable } from '../connector.ts';
import type { MysqlSession } from './session.ts';
import { collectColumns, matchTables } from '../server/catalogue-rows.ts';
import { textIn } from '../source-row.ts';

// Every column has an alias, because MySQL 8 returns names in capitals, MariaDB as written.
const tablesQuery = `
select table_name as name, table_type as type, engine
from information_schema.tables
where table_schema = ?`;

const columnsQuery = `
select table_name as table_name, column_name as column_name, column_type as type, is_nullable as nullable
from information_schema.columns
where table_schema = ? and table_name in (?)
order by table_name, ordinal_position`;

const keysQuery = `
select table_name as table_name, index_name as index_name, column_name as column_name
from information_schema.statistics
where table_schema = ? and table_name in (?) and non_unique = 0
order by table_name, index_name, seq_in_index`;

/** Engines that store rows themselves; others show external data without enforcing constraints. */
const binding = /^(InnoDB|MyISAM|Aria|ROCKSDB)$/i;

const keepsConstraints = (row: SourceRow): boolean =>
  /^(BASE TABLE|SYSTEM VERSIONED)$/i.test(textIn(row, 'type')) &&
  binding.test(textIn(row, 'engine'));

const columnOf =
  (bound: ReadonlySet<string>) =>
  (row: SourceRow): SourceColumn => {
    const column = { name: textIn(row, 'column_name'), type: textIn(row, 'type') };
    const isBound = bound.has(textIn(row, 'table_name')) && textIn(row, 'nullable') === 'NO';
    return isBound ? { ...column, notNull: true } : column;
  };

/** The columns of each unique index by table; undefined for an expression. */
function collectKeys(rows: readonly SourceRow[]): Map<string, Map<string, (string | undefined)[]>> {
  const found = new Map<string, Map<string, (string | undefined)[]>>();
  for (const row of rows) {
    const table = textIn(row, 'table_name');
    const keys = found.get(table) ?? new Map<string, (string | undefined)[]>();
    found.set(table, keys);
    const index = textIn(row, 'index_name');
    const columns = keys.get(index) ?? [];
    keys.set(index, columns);
    columns.push(typeof row['column_name'] === 'string' ? row['column_name'] : undefined);
  }
  return found;
}

/** Keys in which nulls cannot repeat. A unique prefix implies that the whole text is unique. */
function uniqueKeysOf(
  columns: readonly SourceColumn[],
  keys: Iterable<readonly (string | undefined)[]>,
): string[][] {
  const notNull = new Set(
    columns.filter((column) => column.notNull === true).map(({ name }) => name),
  );
  return [...keys].flatMap((key) => {
    const names = key.filter((name) => name !== undefined && notNull.has(name));
    return names.length === key.length ? [names as string[]] : [];
  });
}

/**
 * The named tables and views of one database that the user may see, with their columns in order and what their constraints prove;
 * types are those of `column_type`. Three statements for any number of tables.
 */
export async function describeMysqlTables(
  session: Pick<MysqlSession, 'query'>,
  database: string,
  tableNames: readonly string[],
): Promise<Map<string, SourceTable>> {
  const rows = await session.query(tablesQuery, [database]);
  const matched = matchTables(
    rows.map((row) => textIn(row, 'name')),
    tableNames,
  );
  if (matched.length === 0) return new Map();
  // No name is empty. With a single value, MariaDB turns IN into an equality, also for two names that differ only in case, and
  // then finds only the first.
  const values = [database, ['', ...new Set(matched.map(({ actual }) => actual))]];
  const bound = new Set(rows.filter(keepsConstraints).map((row) => textIn(row, 'name')));
  const columns = collectColumns(await session.query(columnsQuery, values), columnOf(bound));
  const keys = collectKeys(await session.query(keysQuery, values));
  return new Map(
    matched.map(({ name, actual }) => {
      const relation = `${quoteIdentifier(database, 'mysql')}.${quoteIdentifier(actual, 'mysql')}`;
      const own = columns.get(actual) ?? [];
      const uniqueKeys = uniqueKeysOf(own, keys.get(actual)?.values() ?? []);
      return [name, { relation, path: [actual], columns: own, cells: 'typed', uniqueKeys }];
    }),
  );
}
