import { quoteIdentifier, quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { toVeryEnd } from '../ansi.ts';
import { itemOf, typedInside, untypedInside } from '../inner-values.ts';
import { isoPatterns } from '../iso-patterns.ts';
import { itemType, mapValueType, structMember, structMembers, typeName } from '../native-parts.ts';
import type { NestedParts, SqlDialect, SqlValue } from '../sql-dialect.ts';

/** The JSON of a value; undefined for values of other types. */
export function jsonOf(value: SqlValue): string | undefined {
  return value.cells === 'json' || typeName('trino', value.type) === 'json' ? value.sql : undefined;
}

/** A JSON value as text, without its quotes; objects and arrays as JSON. */
export function jsonText(json: string): string {
  return `coalesce(json_extract_scalar(${json}, '$'), json_format(${json}))`;
}

/** JSON null counts as a missing value. */
const withoutNull = (json: string): string => `nullif(${json}, json 'null')`;

/** Names in a path are in quotation marks, escaped by backslashes. */
const pathTo = (name: string): string =>
  quoteLiteral(`$["${name.replace(/["\\]/g, String.raw`\$&`)}"]`);

const isMap = ({ type }: SqlValue): boolean => typeName('trino', type) === 'map';

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const json = jsonOf(value);
  if (json !== undefined) {
    return untypedInside(value, withoutNull(`json_extract(${json}, ${pathTo(name)})`), logicalType);
  }
  if (isMap(value)) {
    const sql = `element_at(${value.sql}, ${quoteLiteral(name)})`;
    return typedInside(value, sql, mapValueType('trino', value.type), logicalType);
  }
  const found = structMember('trino', value.type, name);
  const sql = `${value.sql}.${quoteIdentifier(found?.name ?? name)}`;
  return typedInside(value, sql, found?.type.text ?? '', logicalType);
};

/** The array, NULL for other values. */
const arrayOf = (value: SqlValue): string => {
  const json = jsonOf(value);
  return json === undefined ? value.sql : `try_cast(${json} as array(json))`;
};

const mapOf = (value: SqlValue): string => {
  const json = jsonOf(value);
  return json === undefined ? value.sql : `try_cast(${json} as map(varchar, json))`;
};

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const { name, inner } = itemOf(value);
  const item =
    jsonOf(value) === undefined
      ? typedInside(inner, name, itemType('trino', value.type), logicalType)
      : untypedInside(inner, withoutNull(name), logicalType);
  return `any_match(${arrayOf(value)}, ${name} -> ${condition(item)})`;
};

/** The type of JSON follows from its text. */
const writtenLike =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `regexp_like(json_format(${sql}), '${pattern}')`;

const isNumber = writtenLike('^[-0-9]');

const textLike =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `regexp_like(json_format(${sql}), '^"') and regexp_like(json_extract_scalar(${sql}, '$'), ${quoteLiteral(toVeryEnd(pattern))})`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: (value) =>
    `case when ${isNumber(value)} then cast(${value.sql} as double) = floor(cast(${value.sql} as double)) end`,
  number: isNumber,
  boolean: writtenLike('^[tf]'),
  string: writtenLike('^"'),
  object: writtenLike('^\\{'),
  map: writtenLike('^\\{'),
  array: writtenLike('^\\['),
  vector: writtenLike('^\\['),
  date: textLike(isoPatterns.date),
  time: textLike(isoPatterns.time),
  timestamp: textLike(isoPatterns.timestamp),
};

const inIso = (sql: string): string =>
  `try(from_iso8601_timestamp(replace(json_extract_scalar(${sql}, '$'), ' ', 'T')))`;

const readers: Partial<Record<LogicalType, (json: string) => string>> = {
  integer: (sql) => `cast(${sql} as double)`,
  number: (sql) => `cast(${sql} as double)`,
  boolean: (sql) => `cast(${sql} as boolean)`,
  date: (sql) => `try_cast(json_extract_scalar(${sql}, '$') as date)`,
  time: (sql) => `try_cast(json_extract_scalar(${sql}, '$') as time)`,
  timestamp: inIso,
};

const read: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return value.sql;
  const reader = readers[logicalType];
  if (reader === undefined) return jsonText(value.sql);
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `case when ${readable} then ${reader(value.sql)} end`;
};

/** Access to arrays, rows, maps and JSON in Trino, by functions instead of subqueries. */
export const trinoNested: NestedParts = {
  read,
  fits: (value, logicalType) => fits[logicalType](value),
  member,
  someItem,
  itemCount: (value) => `cardinality(${arrayOf(value)})`,
  distinctItemCount: (value) => `cardinality(array_distinct(${arrayOf(value)}))`,
  memberCount: (value) => {
    if (jsonOf(value) !== undefined || isMap(value)) return `cardinality(${mapOf(value)})`;
    const count = structMembers('trino', value.type)?.length ?? 0;
    return `case when ${value.sql} is not null then ${count} end`;
  },
  hasMember: (value, name) => {
    if (jsonOf(value) !== undefined || isMap(value))
      return `contains(map_keys(${mapOf(value)}), ${quoteLiteral(name)})`;
    return structMember('trino', value.type, name) === undefined ? '1 = 0' : '1 = 1';
  },
};
