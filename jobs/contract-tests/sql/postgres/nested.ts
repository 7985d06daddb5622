import { quoteIdentifier, quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { isoPatterns } from '../iso-patterns.ts';
import type { NestedParts, SqlDialect, SqlValue } from '../sql-dialect.ts';

/** The content of a JSON document as jsonb; undefined for other values. */
function jsonOf(value: SqlValue): string | undefined {
  if (value.cells === 'json') return value.sql;
  const type = (value.baseType ?? value.type).toLowerCase();
  if (type === 'jsonb') return value.sql;
  return type === 'json' ? `cast(${value.sql} as jsonb)` : undefined;
}

/** JSON null counts as a missing value. */
const withoutNull = (json: string): string => `nullif(${json}, 'null')`;

function jsonValue(
  sql: string,
  logicalType: LogicalType | undefined,
  depth: number | undefined,
): SqlValue {
  return { sql, cells: 'json', type: '', logicalType, ...(depth === undefined ? {} : { depth }) };
}

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const json = jsonOf(value);
  if (json !== undefined) {
    return jsonValue(withoutNull(`(${json} -> ${quoteLiteral(name)})`), logicalType, value.depth);
  }
  return {
    ...value,
    sql: `(${value.sql}).${quoteIdentifier(name)}`,
    type: '',
    baseType: undefined,
    logicalType,
  };
};

/** Empty for values of another type, which the type check reports. */
const guarded = (json: string, type: 'array' | 'object', empty: string): string =>
  `case when jsonb_typeof(${json}) = '${type}' then ${json} else ${empty} end`;

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const depth = (value.depth ?? 0) + 1;
  const name = `item_${depth}`;
  const json = jsonOf(value);
  if (json !== undefined) {
    const item = jsonValue(withoutNull(`${name}.value`), logicalType, depth);
    const items = `jsonb_array_elements(${guarded(json, 'array', "'[]'")})`;
    return `exists (select 1 from ${items} as ${name}(value) where ${condition(item)})`;
  }
  const type = value.type.replace(/\[\]$/, '');
  const baseType = value.baseType?.replace(/\[\]$/, '');
  const item: SqlValue = {
    sql: `${name}.value`,
    cells: 'typed',
    type,
    baseType,
    logicalType,
    depth,
  };
  // Unnest in FROM would turn the members of composite items into columns.
  const items = `(select unnest(${value.sql}) as value) as ${name}`;
  return `exists (select 1 from ${items} where ${condition(item)})`;
};

const itemsOf = (value: SqlValue): string => {
  const json = jsonOf(value);
  return json === undefined
    ? `unnest(${value.sql})`
    : `jsonb_array_elements(${guarded(json, 'array', "'[]'")})`;
};

const itemCount: SqlDialect['itemCount'] = (value) => {
  const json = jsonOf(value);
  if (json === undefined) return `cardinality(${value.sql})`;
  return `case when jsonb_typeof(${json}) = 'array' then jsonb_array_length(${json}) end`;
};

const asJson = (type: string): ((value: SqlValue) => string) => {
  return (value) => `jsonb_typeof(${value.sql}) = '${type}'`;
};

const asJsonText =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `jsonb_typeof(${sql}) = 'string' and (${sql} #>> '{}') ~ '${pattern}'`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: ({ sql }) =>
    `case when jsonb_typeof(${sql}) = 'number' then cast(${sql} as numeric) % 1 = 0 end`,
  number: asJson('number'),
  boolean: asJson('boolean'),
  string: asJson('string'),
  object: asJson('object'),
  map: asJson('object'),
  array: asJson('array'),
  vector: asJson('array'),
  date: asJsonText(isoPatterns.date),
  time: asJsonText(isoPatterns.time),
  timestamp: asJsonText(isoPatterns.timestamp),
};

const castTypes: Partial<Record<LogicalType, string>> = {
  integer: 'numeric',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamptz',
};

/** Money can only be compared with money. */
export function comparable(value: SqlValue): string {
  const isMoney = (value.baseType ?? value.type) === 'money';
  return isMoney ? `cast(${value.sql} as numeric)` : value.sql;
}

const read: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return comparable(value);
  const text = `(${value.sql} #>> '{}')`;
  const type = castTypes[logicalType];
  if (type === undefined) return text;
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `case when ${readable} then cast(${text} as ${type}) end`;
};

/** Access to arrays, composite values, json and jsonb in Postgres. */
export const postgresNested: NestedParts = {
  read,
  fits: (value, logicalType) => fits[logicalType](value),
  member,
  someItem,
  itemCount,
  distinctItemCount: (value) =>
    `(select count(*) from (select distinct * from ${itemsOf(value)}) as different)`,
  memberCount: (value) => {
    const json = jsonOf(value);
    if (json === undefined)
      return `(select count(*) from jsonb_object_keys(to_jsonb(${value.sql})))`;
    const keys = `jsonb_object_keys(${guarded(json, 'object', "'{}'")})`;
    return `case when jsonb_typeof(${json}) = 'object' then (select count(*) from ${keys}) end`;
  },
  hasMember: (value, name) => {
    const json = jsonOf(value);
    return json === undefined ? '1 = 1' : `${json} ? ${quoteLiteral(name)}`;
  },
};
