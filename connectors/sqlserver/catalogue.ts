import type { MssqlRow } from './connection.ts';

/** Values of the extended property that tools show as description. */
const described = (on: string): string =>
  `left join sys.extended_properties p on p.name = 'MS_Description' and ${on}`;
const description = 'cast(p.value as nvarchar(4000)) as description';

/** The server and database of the connection. */
export const serverQuery = `
select cast(serverproperty('ProductVersion') as nvarchar(128)) as version,
  cast(serverproperty('Edition') as nvarchar(128)) as edition, db_name() as name`;

/** Databases that the login can access, without the four system databases. */
export const databasesQuery = `
select name from sys.databases
where state = 0 and database_id > 4 and has_dbaccess(name) = 1
order by name`;

/** Schemas of users; ids of the fixed roles' schemas begin at 16384. */
export const schemasQuery = `
select s.name, u.name as owner, ${description}
from sys.schemas s
left join sys.database_principals u on u.principal_id = s.principal_id
${described('p.class = 3 and p.major_id = s.schema_id')}
where s.schema_id < 16384 and s.name not in ('sys', 'INFORMATION_SCHEMA', 'guest')
order by s.name`;

/** Tables and views with the row counts that the server keeps for its query plans. */
export const relationsQuery = `
select o.object_id as id, s.name as schema_name, o.name, rtrim(o.type) as type, ${description},
  (select sum(r.rows) from sys.partitions r where r.object_id = o.object_id and r.index_id in (0, 1)) as row_count
from sys.objects o
join sys.schemas s on s.schema_id = o.schema_id
${described('p.class = 1 and p.major_id = o.object_id and p.minor_id = 0')}
where o.type in ('U', 'V', 'ET') and o.is_ms_shipped = 0
order by s.name, o.name`;

/** Details of the tables and views with these ids; one statement per kind of detail. */
export const detailQueries = {
  columns: (ids: string): string => `
select c.object_id as id, c.name, t.name as type, c.max_length, c.precision, c.scale, c.is_nullable, c.is_identity,
  d.definition as default_value, k.definition as computed, ${description}
from sys.columns c
join sys.types t on t.user_type_id = c.user_type_id
left join sys.default_constraints d on d.object_id = c.default_object_id
left join sys.computed_columns k on k.object_id = c.object_id and k.column_id = c.column_id
${described('p.class = 1 and p.major_id = c.object_id and p.minor_id = c.column_id')}
where c.object_id in (${ids})
order by c.object_id, c.column_id`,
  keys: (ids: string): string => `
select k.parent_object_id as id, k.name, rtrim(k.type) as type, c.name as column_name
from sys.key_constraints k
join sys.index_columns i on i.object_id = k.parent_object_id and i.index_id = k.unique_index_id
join sys.columns c on c.object_id = i.object_id and c.column_id = i.column_id
where k.parent_object_id in (${ids}) and i.is_included_column = 0
order by k.parent_object_id, k.name, i.key_ordinal`,
  foreignKeys: (ids: string): string => `
select f.parent_object_id as id, f.name, c.name as column_name, s.name as referenced_schema,
  o.name as referenced_table, r.name as referenced_column
from sys.foreign_keys f
join sys.foreign_key_columns k on k.constraint_object_id = f.object_id
join sys.columns c on c.object_id = k.parent_object_id and c.column_id = k.parent_column_id
join sys.columns r on r.object_id = k.referenced_object_id and r.column_id = k.referenced_column_id
join sys.objects o on o.object_id = f.referenced_object_id
join sys.schemas s on s.schema_id = o.schema_id
where f.parent_object_id in (${ids})
order by f.parent_object_id, f.name, k.constraint_column_id`,
  // Objects of another database are known by name only.
  sources: (ids: string): string => `
select distinct d.referencing_id as id, coalesce(d.referenced_database_name, db_name()) as database_name,
  coalesce(s.name, d.referenced_schema_name, 'dbo') as schema_name, coalesce(o.name, d.referenced_entity_name) as name
from sys.sql_expression_dependencies d
join sys.views v on v.object_id = d.referencing_id
left join sys.objects o on o.object_id = d.referenced_id and d.referenced_database_name is null
left join sys.schemas s on s.schema_id = o.schema_id
where d.referencing_id in (${ids}) and d.referenced_class = 1 and d.referenced_server_name is null
  and (o.type in ('U', 'V', 'ET') or d.referenced_database_name is not null)
order by id, database_name, schema_name, name`,
  definitions: (ids: string): string => `
select m.object_id as id, m.definition from sys.sql_modules m where m.object_id in (${ids})`,
};

/** The rows of `detailQueries`, grouped by the id of the table or view. */
export type MssqlDetails = Record<keyof typeof detailQueries, Map<number, MssqlRow[]>>;

/** Reads the details of some tables and views. */
export async function readMssqlDetails(
  query: (sql: string) => Promise<MssqlRow[]>,
  ids: readonly number[],
): Promise<MssqlDetails> {
  const list = ids.map((id) => Math.trunc(id)).join(', ');
  const read = async (what: keyof typeof detailQueries): Promise<Map<number, MssqlRow[]>> =>
    byId(await query(detailQueries[what](list)));
  return {
    columns: await read('columns'),
    keys: await read('keys'),
    foreignKeys: await read('foreignKeys'),
    sources: await read('sources'),
    definitions: await read('definitions'),
  };
}

/** Groups rows by `id`, in their order. */
export function byId(rows: readonly MssqlRow[]): Map<number, MssqlRow[]> {
  const groups = new Map<number, MssqlRow[]>();
  for (const row of rows) {
    const id = Number(row['id']);
    const group = groups.get(id) ?? [];
    groups.set(id, group);
    group.push(row);
  }
  return groups;
}
