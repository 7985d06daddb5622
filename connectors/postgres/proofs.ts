import type { SourceRow } from '../connector.ts';
import { codeOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';

/** Facts that the constraints of a table prove about all rows of a query on it. */
export type TableProofs = { notNull: ReadonlySet<string>; uniqueKeys: readonly string[][] };

/**
 * Columns without nulls, and unique indexes of tables. Tables are left out if a query also reads rows that the constraint does
 * not cover: parents of inheritance, and tables with foreign partitions. Since version 18 a NOT NULL constraint may be not
 * validated. An index compares by its own collation, which may differ from the column's.
 */
const proofsQuery = `
with wanted as (
  select c.oid, c.relname
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = any ($2::text[]) and (
    c.relkind = 'r' and not exists (select 1 from pg_catalog.pg_inherits i where i.inhparent = c.oid)
    or c.relkind = 'p' and not exists (
      with recursive parts as (
        select i.inhrelid from pg_catalog.pg_inherits i where i.inhparent = c.oid
        union
        select i.inhrelid from parts p join pg_catalog.pg_inherits i on i.inhparent = p.inhrelid
      )
      select 1 from parts p join pg_catalog.pg_class f on f.oid = p.inhrelid where f.relkind = 'f'
    ))
)
select w.relname as table_name, null as index_name, a.attname as column_name, false as allows_nulls,
  0 as place
from wanted w
join pg_catalog.pg_attribute a on a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull
where not exists (
  select 1 from pg_catalog.pg_constraint k
  where k.conrelid = w.oid and k.contype = 'n' and not k.convalidated and a.attnum = any (k.conkey)
)
union all
select w.relname, i.indexrelid::text, case when i.indcollation[k.place] = a.attcollation then a.attname end,
  coalesce(to_jsonb(i) ->> 'indnullsnotdistinct', 'false') = 'true', k.place
from wanted w
join pg_catalog.pg_index i on i.indrelid = w.oid
cross join lateral generate_series(0, i.indnkeyatts - 1) as k (place)
join pg_catalog.pg_attribute a on a.attrelid = w.oid and a.attnum = i.indkey[k.place]
where i.indisunique and i.indisvalid and i.indisready and i.indislive and i.indimmediate
  and not i.indisexclusion and i.indpred is null and i.indexprs is null
order by table_name, index_name, place`;

type Index = { columns: (string | undefined)[]; allowsNulls: boolean };
type Found = { notNull: Set<string>; indexes: Map<string, Index> };

function add(found: Found, row: SourceRow): void {
  const column = typeof row['column_name'] === 'string' ? row['column_name'] : undefined;
  if (typeof row['index_name'] !== 'string') {
    if (column !== undefined) found.notNull.add(column);
    return;
  }
  const fresh = { columns: [], allowsNulls: row['allows_nulls'] === true };
  const index: Index = found.indexes.get(row['index_name']) ?? fresh;
  found.indexes.set(row['index_name'], index);
  index.columns.push(column);
}

function proofsOf({ notNull, indexes }: Found): TableProofs {
  const uniqueKeys: string[][] = [];
  for (const { columns, allowsNulls } of indexes.values()) {
    const names = columns.filter((column) => column !== undefined);
    const holds = allowsNulls || names.every((name) => notNull.has(name));
    if (holds && names.length === columns.length) uniqueKeys.push(names);
  }
  return { notNull, uniqueKeys };
}

type Query = (sql: string, values: unknown[]) => Promise<SourceRow[]>;

async function read(query: Query, values: unknown[]): Promise<SourceRow[]> {
  try {
    return await query(proofsQuery, values);
  } catch (error) {
    // Nothing is proved when the server (CockroachDB) has another catalog: 0A000 and class 42.
    if (/^(0A|42)/.test(codeOf(error) ?? '')) return [];
    throw error;
  }
}

/** Reads the facts of some tables of one schema, by exact names. */
export async function findPostgresProofs(
  query: Query,
  schema: string,
  tables: readonly string[],
): Promise<Map<string, TableProofs>> {
  if (tables.length === 0) return new Map();
  const found = new Map<string, Found>();
  for (const row of await read(query, [schema, tables])) {
    const table = textIn(row, 'table_name');
    const known = found.get(table) ?? { notNull: new Set(), indexes: new Map() };
    found.set(table, known);
    add(known, row);
  }
  return new Map([...found].map(([table, known]) => [table, proofsOf(known)]));
}
