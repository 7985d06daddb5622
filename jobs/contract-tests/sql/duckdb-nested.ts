import { quoteIdentifier, quoteLiteral } from '../../../domain/dialects/quote.ts';
import { duckdbText } from './duckdb-cells.ts';
import { heldBy, membersOf } from './duckdb-types.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';

/** The JSON that a value is or stands for; undefined for values of types of their own. */
function jsonOf(value: SqlValue): string | undefined {
  if (value.cells === 'json' || value.type.toUpperCase() === 'JSON') return value.sql;
  return value.cells === 'text' ? `try_cast(${duckdbText(value)} as json)` : undefined;
}

/** JSON Pointer (RFC 6901): the only kind of path in which every name can stand. */
const pointerTo = (name: string): string =>
  quoteLiteral(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/** JSON's null is a missing value like any other. */
const withoutNull = (json: string): string =>
  `(case when json_type(${json}) <> 'NULL' then ${json} end)`;

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const json = jsonOf(value);
  if (json !== undefined) {
    const sql = withoutNull(`json_extract(${json}, ${pointerTo(name)})`);
    return { ...value, sql, cells: 'json', type: '', logicalType };
  }
  const members = membersOf(value.type);
  const found =
    members === undefined
      ? undefined
      : [...members.keys()].find((each) => each.toLowerCase() === name.toLowerCase());
  // A map is asked by its key.
  const sql =
    members === undefined
      ? `${value.sql}[${quoteLiteral(name)}]`
      : `${value.sql}.${quoteIdentifier(found ?? name)}`;
  const type = (found === undefined ? undefined : members?.get(found)) ?? '';
  return { ...value, sql: `(${sql})`, cells: 'typed', type, baseType: undefined, logicalType };
};

/** The items as a list, NULL for what is no array. */
function listOf(value: SqlValue): string {
  const json = jsonOf(value);
  if (json === undefined) return value.sql;
  return `(case when json_type(${json}) = 'ARRAY' then cast(${json} as json[]) end)`;
}

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const depth = (value.depth ?? 0) + 1;
  const name = `item_${depth}`;
  const held = heldBy(value.type);
  const isJson = jsonOf(value) !== undefined;
  const item: SqlValue = {
    sql: isJson ? withoutNull(name) : name,
    cells: isJson ? 'json' : 'typed',
    type: isJson ? '' : (held ?? ''),
    logicalType,
    depth,
  };
  return `len(list_filter(${listOf(value)}, lambda ${name}: ${condition(item)})) > 0`;
};

function memberCount(value: SqlValue): string {
  const json = jsonOf(value);
  if (json !== undefined)
    return `(case when json_type(${json}) = 'OBJECT' then len(json_keys(${json})) end)`;
  const members = membersOf(value.type);
  return members === undefined
    ? `cardinality(${value.sql})`
    : `(case when ${value.sql} is not null then ${members.size} end)`;
}

function hasMember(value: SqlValue, name: string): string {
  const json = jsonOf(value);
  if (json !== undefined) return `json_exists(${json}, ${pointerTo(name)})`;
  const members = membersOf(value.type);
  if (members === undefined) return `map_contains(${value.sql}, ${quoteLiteral(name)})`;
  const has = [...members.keys()].some((each) => each.toLowerCase() === name.toLowerCase());
  return has ? '1 = 1' : '1 = 0';
}

/** How DuckDB looks into lists, structs, maps and JSON. */
export const duckdbNested: Pick<
  SqlDialect,
  'member' | 'someItem' | 'itemCount' | 'distinctItemCount' | 'memberCount' | 'hasMember'
> = {
  member,
  someItem,
  itemCount: (value) => `len(${listOf(value)})`,
  distinctItemCount: (value) => `len(list_distinct(${listOf(value)}))`,
  memberCount,
  hasMember,
};
