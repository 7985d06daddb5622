import { literalOf } from '../../domain/dialects/literals/literal.ts';
import { numberOf } from '../http/answer-member.ts';
import type { SourceRow, SourceTable } from '../connector.ts';
import { chooseTables, listedTables, quotedPath } from '../server/found-tables.ts';
import { mssqlType } from './asset.ts';
import { textIn } from '../source-row.ts';

type Query = (sql: string) => Promise<SourceRow[]>;

type Wanted = { schema: string; names: readonly string[] };

/** Names are compared in lower case, also in case-sensitive databases. */
function among({ schema, names }: Wanted): string {
  const lower = (text: string): string => `lower(${literalOf('sqlserver', text)})`;
  return `lower(s.name) = ${lower(schema)} and lower(o.name) in (${names.map(lower).join(', ')})`;
}

/** The catalog's facts about the columns of a view may be outdated, so only tables prove something. */
const columnsQuery = (wanted: Wanted): string => `
select s.name as table_schema, o.name as table_name, c.name as column_name, t.name as type,
  case when t.is_user_defined = 1 then b.name end as base_name, c.max_length, c.precision, c.scale,
  case when c.is_nullable = 0 and o.type = 'U' then 'YES' else 'NO' end as not_null
from sys.objects o
join sys.schemas s on s.schema_id = o.schema_id
join sys.columns c on c.object_id = o.object_id
join sys.types t on t.user_type_id = c.user_type_id
left join sys.types b on b.user_type_id = c.system_type_id
where o.type in ('U', 'V', 'ET') and ${among(wanted)}
order by o.object_id, c.column_id`;

/** A unique index allows one null at most, so its columns are unique including nulls. */
const keysQuery = (wanted: Wanted): string => `
select s.name as table_schema, o.name as table_name, i.index_id, c.name as column_name
from sys.objects o
join sys.schemas s on s.schema_id = o.schema_id
join sys.indexes i on i.object_id = o.object_id
join sys.index_columns k on k.object_id = i.object_id and k.index_id = i.index_id
join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id
where o.type = 'U' and i.is_unique = 1 and i.has_filter = 0 and i.is_disabled = 0 and i.is_hypothetical = 0
  and k.key_ordinal > 0 and ${among(wanted)}
order by o.object_id, i.index_id, k.key_ordinal`;

/** The existing tables and views of a schema among the names, with their columns in order and the unique keys of tables. */
export async function describeSqlServerTables(
  query: Query,
  wanted: Wanted,
): Promise<Map<string, SourceTable>> {
  const names = wanted.names.filter((name) => !name.includes('\0'));
  if (names.length === 0 || wanted.schema.includes('\0')) return new Map();
  const asked = { schema: wanted.schema, names };
  const rows = await query(columnsQuery(asked));
  const keys = keysOf(await query(keysQuery(asked)));
  return chooseTables(listedTables(rows.map(withTypes)), asked, ({ schema, name }) => ({
    relation: quotedPath('sqlserver', schema, name),
    uniqueKeys: keys.get(tableKey(schema, name)) ?? [],
  }));
}

function withTypes(row: SourceRow): SourceRow {
  const base = textIn(row, 'base_name');
  if (base === '') return { ...row, type: mssqlType(row) };
  return { ...row, base_type: mssqlType({ ...row, type: base }) };
}

function tableKey(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}

/** Rows of one index are consecutive. */
function keysOf(rows: readonly SourceRow[]): Map<string, string[][]> {
  const keys = new Map<string, string[][]>();
  let last = '';
  for (const row of rows) {
    const table = tableKey(textIn(row, 'table_schema'), textIn(row, 'table_name'));
    const ofTable = keys.get(table) ?? [];
    keys.set(table, ofTable);
    const index = `${table} ${numberOf(row, 'index_id')}`;
    if (index !== last) ofTable.push([]);
    last = index;
    ofTable.at(-1)?.push(textIn(row, 'column_name'));
  }
  return keys;
}
