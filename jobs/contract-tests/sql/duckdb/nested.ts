import { parseNativeType } from '../../../../domain/dialects/types/native-type.ts';
import { quoteIdentifier, quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import { duckdbText } from './cells.ts';
import { typedInside } from '../inner-values.ts';
import { pathInto } from '../sql-dialect.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

/** The JSON of a value, or of the text in it; undefined for typed values. */
function jsonOf(value: SqlValue): string | undefined {
  if (value.cells === 'json' || value.type.toUpperCase() === 'JSON') return value.sql;
  return value.cells === 'text' ? `try_cast(${duckdbText(value)} as json)` : undefined;
}

/** JSON Pointer (RFC 6901): the only path syntax that supports every name. */
const pointerTo = (...names: readonly string[]): string =>
  quoteLiteral(
    names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  );

/** JSON null counts as a missing value. */
const withoutNull = (json: string): string =>
  `(case when json_type(${json}) <> 'NULL' then ${json} end)`;

/** Types of the members of a struct by name; undefined for other types and maps. */
function membersOf({ type }: SqlValue): Map<string, string> | undefined {
  const parsed = parseNativeType('duckdb', type);
  if (parsed?.name !== 'struct' || parsed.members === undefined) return undefined;
  return new Map(parsed.members.map((member) => [member.name, member.type.text]));
}

function nameIn(members: ReadonlyMap<string, string>, name: string): string | undefined {
  const lower = name.toLowerCase();
  return [...members.keys()].find((each) => each.toLowerCase() === lower);
}

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const json = jsonOf(value);
  if (json !== undefined) {
    const path = pathInto(value, json, name);
    const sql = withoutNull(`json_extract(${path.document}, ${pointerTo(...path.names)})`);
    return { ...value, sql, cells: 'json', type: '', logicalType, path };
  }
  const members = membersOf(value);
  if (members === undefined) {
    // Maps are accessed by key.
    const type = parseNativeType('duckdb', value.type)?.members?.[1]?.type.text ?? '';
    const sql = `(${value.sql}[${quoteLiteral(name)}])`;
    return typedInside(value, sql, type, logicalType);
  }
  const found = nameIn(members, name);
  const sql = `(${value.sql}.${quoteIdentifier(found ?? name)})`;
  const type = members.get(found ?? name) ?? '';
  return typedInside(value, sql, type, logicalType);
};

/** The items as a list, NULL for other values. */
function listOf(value: SqlValue): string {
  const json = jsonOf(value);
  if (json === undefined) return value.sql;
  return `(case when json_type(${json}) = 'ARRAY' then cast(${json} as json[]) end)`;
}

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const depth = (value.depth ?? 0) + 1;
  const name = `item_${depth}`;
  const held = parseNativeType('duckdb', value.type)?.items?.text;
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
  const members = membersOf(value);
  return members === undefined
    ? `cardinality(${value.sql})`
    : `(case when ${value.sql} is not null then ${members.size} end)`;
}

function hasMember(value: SqlValue, name: string): string {
  const json = jsonOf(value);
  if (json !== undefined) return `json_exists(${json}, ${pointerTo(name)})`;
  const members = membersOf(value);
  if (members === undefined) return `map_contains(${value.sql}, ${quoteLiteral(name)})`;
  return nameIn(members, name) === undefined ? '1 = 0' : '1 = 1';
}

/** Access to lists, structs, maps and JSON in DuckDB. */
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
