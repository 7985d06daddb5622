import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type { SourceColumn, SourceRow, SourceTable } from '../connector.ts';
import type { DescribeTables } from './source.ts';
import { findPostgresProofs } from './proofs.ts';
import type { TableProofs } from './proofs.ts';
import { collectColumns, matchTables } from '../server/catalogue-rows.ts';
import { textIn } from '../source-row.ts';

/** SQL of the built-in type behind the type with this alias; null for a built-in type. `members` lists those of a composite type. */
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

/** Tables, views and all other relations that FROM accepts, with their columns, in one statement. */
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

function withProofs(columns: SourceColumn[], proofs: TableProofs | undefined): SourceColumn[] {
  if (proofs === undefined) return columns;
  return columns.map((column) =>
    proofs.notNull.has(column.name) ? { ...column, notNull: true } : column,
  );
}

/**
 * The existing tables of one schema among the names, with their columns in order and what their constraints prove; types are
 * written by `format_type`.
 */
export const describePostgresTables: DescribeTables = async (query, schema, tableNames) => {
  // Names in Postgres contain no zero byte, and the protocol rejects such text.
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
