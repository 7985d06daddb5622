import { quoteIdentifier } from '../domain/dialects/quote.ts';
import type { SourceColumn, SourceRow, SourceTable } from './connector.ts';
import type { DescribeTables } from './postgres-source.ts';
import { findPostgresProofs } from './postgres-proofs.ts';
import type { TableProofs } from './postgres-proofs.ts';
import { textIn } from './source-row.ts';

/** The built-in type that a type of the alias behaves like; undefined of one that is built in. Members are told by `members`. */
const builtIn = (type: string, members: string): string => `case ${type}.typtype
    when 'e' then 'text'
    when 'd' then format_type(${type}.typbasetype, ${type}.typtypmod)
    when 'c' then ${members}
  end`;

const membersOf = (type: string): string => `(
    select 'composite(' || string_agg(
      quote_ident(m.attname) || ' ' ||
        coalesce(${builtIn('mt', "'composite'")}, format_type(m.atttypid, m.atttypmod)),
      ', ' order by m.attnum
    ) || ')'
    from pg_catalog.pg_attribute m
    join pg_catalog.pg_type mt on mt.oid = m.atttypid
    where m.attrelid = ${type}.typrelid and m.attnum > 0 and not m.attisdropped
  )`;

/** Tables, views and everything else that can stand behind FROM, with their columns, in one answer. */
const catalogueQuery = `
select c.relname as table_name,
  a.attname as column_name,
  format_type(a.atttypid, a.atttypmod) as type,
  case when i.oid is null
    then ${builtIn('t', membersOf('t'))}
    else ${builtIn('i', membersOf('i'))} || '[]'
  end as base_type
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_type i on i.oid = t.typelem and t.typcategory = 'A'
where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and (c.relname = any ($2::text[]) or lower(c.relname) = any ($3::text[]))
order by c.relname, a.attnum`;

function columnOf(row: SourceRow): SourceColumn {
  const column = { name: textIn(row, 'column_name'), type: textIn(row, 'type') };
  return typeof row['base_type'] === 'string' ? { ...column, baseType: row['base_type'] } : column;
}

/** Columns by table, as the rows of a catalogue have them; a table may have none. */
export function collectColumns(
  rows: readonly SourceRow[],
  toColumn: (row: SourceRow) => SourceColumn,
): Map<string, SourceColumn[]> {
  const found = new Map<string, SourceColumn[]>();
  for (const row of rows) {
    const table = textIn(row, 'table_name');
    const columns = found.get(table) ?? [];
    found.set(table, columns);
    if (row['column_name'] !== null) columns.push(toColumn(row));
  }
  return found;
}

/** The name of each wanted table by what it is really called: as written, else the first that differs only in case. */
export function matchTables(
  found: Iterable<string>,
  wanted: readonly string[],
): { name: string; actual: string }[] {
  const exact = new Set<string>();
  const byLower = new Map<string, string>();
  for (const name of found) {
    exact.add(name);
    if (!byLower.has(name.toLowerCase())) byLower.set(name.toLowerCase(), name);
  }
  return wanted.flatMap((name) => {
    const actual = exact.has(name) ? name : byLower.get(name.toLowerCase());
    return actual === undefined ? [] : [{ name, actual }];
  });
}

function withProofs(columns: SourceColumn[], proofs: TableProofs | undefined): SourceColumn[] {
  if (proofs === undefined) return columns;
  return columns.map((column) =>
    proofs.notNull.has(column.name) ? { ...column, notNull: true } : column,
  );
}

/**
 * The named tables of one schema that exist, with their columns in order and what their constraints prove; types as
 * `format_type` writes them.
 */
export const describePostgresTables: DescribeTables = async (query, schema, tableNames) => {
  // No name in Postgres holds a zero byte, and the protocol refuses texts that do.
  const names = tableNames.filter((name) => !name.includes('\0'));
  if (names.length === 0 || schema.includes('\0')) return new Map();
  const values = [schema, names, names.map((name) => name.toLowerCase())];
  const found = collectColumns(await query(catalogueQuery, values), columnOf);
  const proofs = await findPostgresProofs(query, schema, [...found.keys()]);
  const tables = new Map<string, SourceTable>();
  for (const { name, actual } of matchTables(found.keys(), names)) {
    const relation = `${quoteIdentifier(schema)}.${quoteIdentifier(actual)}`;
    const proved = proofs.get(actual);
    const columns = withProofs(found.get(actual) ?? [], proved);
    const uniqueKeys = proved?.uniqueKeys ?? [];
    tables.set(name, { relation, path: [actual], columns, cells: 'typed', uniqueKeys });
  }
  return tables;
};
