import type { SourceRow } from '../connector.ts';
import type { PostgresSession } from './session.ts';
import { byRelation } from './rows-by-relation.ts';

/** Details of relations beyond `pg_class`, grouped by the OID of the relation, in a fixed order. */
export type RelationDetails = {
  columns: ReadonlyMap<number, SourceRow[]>;
  keys: ReadonlyMap<number, SourceRow[]>;
  foreignKeys: ReadonlyMap<number, SourceRow[]>;
  sources: ReadonlyMap<number, SourceRow[]>;
};

const columnsQuery = `
select a.attrelid as relation, a.attnum as number, a.attname as name, a.attnotnull as required,
  coalesce(nullif(format_type(a.atttypid, a.atttypmod), '???'), t.typname) as type,
  a.attidentity as identity, a.attgenerated as generated, d.description,
  exists (
    select from pg_index i
    where i.indrelid = a.attrelid and i.indnkeyatts = 1 and i.indkey[0] = a.attnum and i.indisunique and i.indisvalid
      and not i.indisprimary and i.indpred is null and i.indexprs is null
  ) as is_unique
from pg_attribute a
left join pg_type t on t.oid = a.atttypid
left join pg_description d on d.objoid = a.attrelid and d.classoid = 'pg_class'::regclass and d.objsubid = a.attnum
where a.attrelid = any($1::oid[]) and a.attnum > 0 and not a.attisdropped
order by a.attrelid, a.attnum`;

/** Column names of an array of a constraint, in its order. */
const namesIn = (relation: string, numbers: string): string => `array(
  select a.attname::text from unnest(${numbers}) with ordinality as k (number, place)
  join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number
  order by k.place)`;

const keysQuery = `
select c.conrelid as relation, c.conname as name, c.contype as type, ${namesIn('c.conrelid', 'c.conkey')} as columns
from pg_constraint c
where c.conrelid = any($1::oid[]) and c.contype in ('p', 'u')
order by c.conrelid, c.conname`;

const foreignKeysQuery = `
select c.conrelid as relation, c.conname as name, n.nspname as schema, f.relname as table,
  ${namesIn('c.conrelid', 'c.conkey')} as columns, ${namesIn('c.confrelid', 'c.confkey')} as referenced
from pg_constraint c
join pg_class f on f.oid = c.confrelid
join pg_namespace n on n.oid = f.relnamespace
where c.conrelid = any($1::oid[]) and c.contype = 'f' and c.conparentid = 0
order by c.conrelid, c.conname`;

/** Relations that the rule of a view reads; a partition is replaced by its partitioned table. */
const sourcesQuery = `
with recursive used as (
  select r.ev_class as relation, d.refobjid as source
  from pg_rewrite r
  join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
    and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class
  where r.ev_class = any($1::oid[]) and r.rulename = '_RETURN'
  union
  select u.relation, i.inhparent
  from used u
  join pg_class c on c.oid = u.source and c.relispartition
  join pg_inherits i on i.inhrelid = u.source
)
select u.relation, n.nspname as schema, c.relname as name
from used u
join pg_class c on c.oid = u.source and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
join pg_namespace n on n.oid = c.relnamespace
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by u.relation, n.nspname, c.relname`;

/** Reads the details of one page of relations, with a constant number of statements. */
export async function readRelationDetails(
  session: PostgresSession,
  oids: readonly number[],
): Promise<RelationDetails> {
  const read = async (sql: string): Promise<Map<number, SourceRow[]>> =>
    byRelation(await session.query(sql, [oids]));
  return {
    columns: await read(columnsQuery),
    keys: await read(keysQuery),
    foreignKeys: await read(foreignKeysQuery),
    sources: await read(sourcesQuery),
  };
}
