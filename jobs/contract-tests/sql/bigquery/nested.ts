import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { itemOf, typedInside, untypedInside } from '../inner-values.ts';
import { isoPatterns } from '../iso-patterns.ts';
import { itemType, structMember, structMembers, typeName } from '../native-parts.ts';
import { pathInto } from '../sql-dialect.ts';
import type { NestedParts, SqlDialect, SqlValue } from '../sql-dialect.ts';

/** The JSON of a value; undefined for values of other types. */
export function jsonOf(value: SqlValue): string | undefined {
  return value.cells === 'json' || typeName('bigquery', value.type) === 'json'
    ? value.sql
    : undefined;
}

/** JSON null counts as a missing value. */
const withoutNull = (json: string): string => `if(json_type(${json}) = 'null', null, ${json})`;

const inJson = (json: string, ...names: readonly string[]): string =>
  json + names.map((name) => `[${literalOf('bigquery', name)}]`).join('');

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const json = jsonOf(value);
  if (json !== undefined) {
    const path = pathInto(value, json, name);
    const sql = withoutNull(inJson(path.document, ...path.names));
    return { ...untypedInside(value, sql, logicalType), path };
  }
  const found = structMember('bigquery', value.type, name);
  const sql = `${value.sql}.${quoteIdentifier(found?.name ?? name, 'bigquery')}`;
  return typedInside(value, sql, found?.type.text ?? '', logicalType);
};

const arrayOf = (value: SqlValue): string => {
  const json = jsonOf(value);
  return json === undefined ? value.sql : `json_query_array(${json})`;
};

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const { name, inner } = itemOf(value);
  const item =
    jsonOf(value) === undefined
      ? typedInside(inner, name, itemType('bigquery', value.type), logicalType)
      : untypedInside(inner, withoutNull(name), logicalType);
  return `exists(select 1 from unnest(${arrayOf(value)}) as ${name} where ${condition(item)})`;
};

const jsonTypeIs =
  (name: string) =>
  ({ sql }: SqlValue): string =>
    `json_type(${sql}) = '${name}'`;

const jsonText =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `json_type(${sql}) = 'string' and regexp_contains(json_value(${sql}), '${pattern}')`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: ({ sql }) =>
    `json_type(${sql}) = 'number' and mod(safe_cast(json_value(${sql}) as bignumeric), 1) = 0`,
  number: jsonTypeIs('number'),
  boolean: jsonTypeIs('boolean'),
  string: jsonTypeIs('string'),
  object: jsonTypeIs('object'),
  map: jsonTypeIs('object'),
  array: jsonTypeIs('array'),
  vector: jsonTypeIs('array'),
  date: jsonText(isoPatterns.date),
  time: jsonText(isoPatterns.time),
  timestamp: jsonText(isoPatterns.timestamp),
};

const castTypes: Partial<Record<LogicalType, string>> = {
  integer: 'float64',
  number: 'float64',
  boolean: 'bool',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

const read: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return value.sql;
  const type = castTypes[logicalType];
  const text = `json_value(${value.sql})`;
  if (type === undefined) return `coalesce(${text}, to_json_string(${value.sql}))`;
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `if(${readable}, safe_cast(${text} as ${type}), null)`;
};

/** Access to arrays, structs and JSON in BigQuery. */
export const bigqueryNested: NestedParts = {
  read,
  fits: (value, logicalType) => fits[logicalType](value),
  member,
  someItem,
  itemCount: (value) => `array_length(${arrayOf(value)})`,
  // Structs and JSON have no equality.
  distinctItemCount: (value) =>
    `(select count(distinct to_json_string(different)) from unnest(${arrayOf(value)}) as different)`,
  memberCount: (value) => {
    const json = jsonOf(value);
    if (json !== undefined)
      return `if(json_type(${json}) = 'object', array_length(json_keys(${json}, 1)), null)`;
    return `if(${value.sql} is null, null, ${structMembers('bigquery', value.type)?.length ?? 0})`;
  },
  hasMember: (value, name) => {
    const json = jsonOf(value);
    if (json !== undefined) return `(${inJson(json, name)} is not null)`;
    return structMember('bigquery', value.type, name) === undefined ? '1 = 0' : '1 = 1';
  },
};
