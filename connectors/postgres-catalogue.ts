import { quoteIdentifier } from '../domain/dialects/quote.ts';
import type { SourceColumn, SourceRow, SourceTable } from './connector.ts';
import { textIn } from './source-row.ts';

/** Tables, views and everything else that can stand behind FROM, with their columns, in one answer. */
const catalogueQuery = `
select c.relname as table_name,
  a.attname as column_name,
  format_type(a.atttypid, a.atttypmod) as type,
  case t.typtype
    when 'e' then 'text'
    when 'd' then format_type(t.typbasetype, t.typtypmod)
  end as base_type
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
left join pg_catalog.pg_type t on t.oid = a.atttypid
where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and (c.relname = any ($2::text[]) or lower(c.relname) = any ($3::text[]))
order by c.relname, a.attnum`;

type Found = Map<string, SourceColumn[]>;

function collect(rows: readonly SourceRow[]): Found {
  const found: Found = new Map();
  for (const row of rows) {
    const table = textIn(row, 'table_name');
    const columns = found.get(table) ?? [];
    found.set(table, columns);
    if (row['column_name'] === null) continue;
    const column = { name: textIn(row, 'column_name'), type: textIn(row, 'type') };
    columns.push(
      typeof row['base_type'] === 'string' ? { ...column, baseType: row['base_type'] } : column,
    );
  }
  return found;
}

/** The name as written, else the first that differs only in case. */
function match(found: Found, wanted: string): string | undefined {
  if (found.has(wanted)) return wanted;
  return [...found.keys()].find((name) => name.toLowerCase() === wanted.toLowerCase());
}

type Query = (sql: string, values: unknown[]) => Promise<SourceRow[]>;

/** The named tables of one schema that exist, with their columns in order; types as `format_type` writes them. */
export async function describePostgresTables(
  query: Query,
  schema: string,
  tableNames: readonly string[],
): Promise<Map<string, SourceTable>> {
  // No name in Postgres holds a zero byte, and the protocol refuses texts that do.
  const names = tableNames.filter((name) => !name.includes('\0'));
  if (names.length === 0 || schema.includes('\0')) return new Map();
  const lower = names.map((name) => name.toLowerCase());
  const found = collect(await query(catalogueQuery, [schema, names, lower]));
  const tables = new Map<string, SourceTable>();
  for (const name of names) {
    const actual = match(found, name);
    if (actual === undefined) continue;
    const relation = `${quoteIdentifier(schema)}.${quoteIdentifier(actual)}`;
    tables.set(name, { relation, columns: found.get(actual) ?? [], cells: 'typed' });
  }
  return tables;
}
