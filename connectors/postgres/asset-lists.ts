import type { SourceRow } from '../connector.ts';
import type { PostgresSession } from './session.ts';
import { someText, textIn } from '../source-row.ts';

/** A database or schema with its comment. */
export type PostgresContainer = {
  oid: number;
  name: string;
  owner: string;
  description: string | undefined;
};

/** A relation with columns; `kind` is the letter of `pg_class.relkind`. */
export type PostgresRelation = {
  oid: number;
  schema: string;
  name: string;
  kind: string;
  owner: string;
  description: string | undefined;
  /** The planner's estimate; undefined while there is none. */
  rows: number | undefined;
  /** With indexes and long values, as the last VACUUM or ANALYZE found it; undefined while there was none. */
  bytes: number | undefined;
  foreignServer: string | undefined;
};

/** Excludes partitions: users know the partitioned table. */
const isAsset = `c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`;

const databaseQuery = `
select d.oid, d.datname as name, r.rolname as owner, s.description
from pg_database d
left join pg_roles r on r.oid = d.datdba
left join pg_shdescription s on s.objoid = d.oid and s.classoid = 'pg_database'::regclass
where d.datname = current_database()`;

const schemasQuery = `
select n.oid, n.nspname as name, r.rolname as owner, s.description
from pg_namespace n
left join pg_roles r on r.oid = n.nspowner
left join pg_description s on s.objoid = n.oid and s.classoid = 'pg_namespace'::regclass and s.objsubid = 0
where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
order by n.nspname`;

const namesQuery = `
select c.oid, n.nspname as schema, c.relname as name
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where ${isAsset} and n.oid = any($1::oid[]) and (n.nspname, c.relname) > ($2::name, $3::name)
order by n.nspname, c.relname
limit $4`;

const relationsQuery = `
with recursive wanted as (
  select c.* from pg_class c where c.oid = any($1::oid[])
), parts as (
  select w.oid as root, w.oid as relation, w.relkind as kind from wanted w where w.relkind in ('r', 'p', 'm')
  union all
  select p.root, i.inhrelid, c.relkind
  from parts p join pg_inherits i on p.kind = 'p' and i.inhparent = p.relation join pg_class c on c.oid = i.inhrelid
), sums as (
  select p.root, sum(c.reltuples) as rows,
    current_setting('block_size')::float8 * sum(c.relpages + coalesce(t.relpages, 0) + coalesce(i.pages, 0)) as bytes
  from parts p
  join pg_class c on c.oid = p.relation and c.reltuples >= 0 and c.relkind in ('r', 'm')
  left join pg_class t on t.oid = c.reltoastrelid
  left join lateral (
    select sum(x.relpages) as pages from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid in (c.oid, c.reltoastrelid)
  ) i on true
  group by p.root
)
select w.oid, n.nspname as schema, w.relname as name, w.relkind as kind, r.rolname as owner, d.description,
  case w.relkind when 'v' then null when 'p' then s.rows else w.reltuples end as rows, s.bytes, fs.srvname as foreign_server
from wanted w
join pg_namespace n on n.oid = w.relnamespace
left join pg_roles r on r.oid = w.relowner
left join pg_description d on d.objoid = w.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
left join sums s on s.root = w.oid
left join pg_foreign_table ft on ft.ftrelid = w.oid
left join pg_foreign_server fs on fs.oid = ft.ftserver
order by n.nspname, w.relname`;

function toContainer(row: SourceRow): PostgresContainer {
  return {
    oid: Number(row['oid']),
    name: textIn(row, 'name'),
    owner: textIn(row, 'owner'),
    description: someText(row, 'description'),
  };
}

function countIn(row: SourceRow, name: 'rows' | 'bytes'): number | undefined {
  const count = row[name];
  return typeof count === 'number' && count >= 0 ? count : undefined;
}

/** The database of the session. */
export async function readDatabase(session: PostgresSession): Promise<PostgresContainer> {
  const [row = {}] = await session.query(databaseQuery);
  return toContainer(row);
}

/** All schemas but the system's, by name. */
export async function listSchemas(session: PostgresSession): Promise<PostgresContainer[]> {
  return (await session.query(schemasQuery)).map(toContainer);
}

/** The position of a relation in the order of schema and name. */
export type RelationPlace = { oid: number; schema: string; name: string };

/** The next relations of some schemas after a position, in byte order of schema and name. */
export async function listRelationsAfter(
  session: PostgresSession,
  schemas: readonly PostgresContainer[],
  { after, limit }: { after: RelationPlace | undefined; limit: number },
): Promise<RelationPlace[]> {
  const oids = schemas.map(({ oid }) => oid);
  const values = [oids, after?.schema ?? '', after?.name ?? '', limit];
  const rows = await session.query(namesQuery, values);
  return rows.map((row) => ({
    oid: Number(row['oid']),
    schema: textIn(row, 'schema'),
    name: textIn(row, 'name'),
  }));
}

/** Rows of `pg_class` with related facts, in order of schema and name. */
export async function readRelations(
  session: PostgresSession,
  oids: readonly number[],
): Promise<PostgresRelation[]> {
  const rows = await session.query(relationsQuery, [oids]);
  return rows.map((row) => ({
    oid: Number(row['oid']),
    schema: textIn(row, 'schema'),
    name: textIn(row, 'name'),
    kind: textIn(row, 'kind'),
    owner: textIn(row, 'owner'),
    description: someText(row, 'description'),
    rows: countIn(row, 'rows'),
    bytes: countIn(row, 'bytes'),
    foreignServer: someText(row, 'foreign_server'),
  }));
}
