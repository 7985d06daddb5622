import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { itemOf, typedInside, untypedInside } from '../inner-values.ts';
import { isoPatterns } from '../iso-patterns.ts';
import { itemType, mapValueType, structMember, structMembers, typeName } from '../native-parts.ts';
import type { NestedParts, SqlDialect, SqlValue } from '../sql-dialect.ts';

/** VARIANT null counts as a missing value. */
const withoutNull = (variant: string): string => `strip_null_value(${variant})`;

const isMap = ({ cells, type }: SqlValue): boolean =>
  cells === 'typed' && typeName('snowflake', type) === 'map';

/** True for objects and arrays with typed content (structured types); others contain variants. */
const isStructured = ({ cells, type }: SqlValue): boolean =>
  cells === 'typed' &&
  (structMembers('snowflake', type) !== undefined || itemType('snowflake', type) !== '');

const member: SqlDialect['member'] = (value, name, logicalType) => {
  const found = structMember('snowflake', value.type, name);
  const key = literalOf('snowflake', found?.name ?? name);
  const sql = `get(${value.sql}, ${key})`;
  if (!isMap(value) && !isStructured(value))
    return untypedInside(value, withoutNull(sql), logicalType);
  const type = found?.type.text ?? mapValueType('snowflake', value.type);
  return typedInside(value, sql, type, logicalType);
};

/** The array, NULL for other values. */
const arrayOf = (value: SqlValue): string =>
  value.cells === 'typed' && typeName('snowflake', value.type) === 'array'
    ? value.sql
    : `as_array(${value.sql})`;

/** The object, NULL for other values. */
const objectOf = (value: SqlValue): string =>
  value.cells === 'typed' && typeName('snowflake', value.type) === 'object'
    ? value.sql
    : `as_object(${value.sql})`;

/** Uses a lambda, because a count cannot contain a subquery over the items. */
const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const { name, inner } = itemOf(value);
  const type = itemType('snowflake', value.type);
  const item =
    value.cells === 'typed' && type !== ''
      ? typedInside(inner, name, type, logicalType)
      : untypedInside(inner, withoutNull(name), logicalType);
  return `array_size(filter(${arrayOf(value)}, ${name} -> ${condition(item)})) > 0`;
};

const typeIs =
  (...names: readonly string[]) =>
  ({ sql }: SqlValue): string =>
    `typeof(${sql}) in (${names.map((name) => `'${name}'`).join(', ')})`;

const isNumber = typeIs('INTEGER', 'DECIMAL', 'DOUBLE');

const textLike =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `typeof(${sql}) = 'VARCHAR' and regexp_like(to_varchar(${sql}), '${pattern}')`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: (value) =>
    `case when ${isNumber(value)} then to_double(${value.sql}) = floor(to_double(${value.sql})) end`,
  number: isNumber,
  boolean: typeIs('BOOLEAN'),
  string: typeIs('VARCHAR'),
  object: typeIs('OBJECT'),
  map: typeIs('OBJECT'),
  array: typeIs('ARRAY'),
  vector: typeIs('ARRAY'),
  date: textLike(isoPatterns.date),
  time: textLike(isoPatterns.time),
  timestamp: textLike(isoPatterns.timestamp),
};

const readers: Partial<Record<LogicalType, (variant: string) => string>> = {
  integer: (sql) => `to_double(${sql})`,
  number: (sql) => `to_double(${sql})`,
  boolean: (sql) => `to_boolean(${sql})`,
  date: (sql) => `try_to_date(to_varchar(${sql}))`,
  time: (sql) => `try_to_time(to_varchar(${sql}))`,
  timestamp: (sql) => `try_to_timestamp_tz(to_varchar(${sql}))`,
};

const read: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return value.sql;
  const reader = readers[logicalType];
  if (reader === undefined) return `to_varchar(${value.sql})`;
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `case when ${readable} then ${reader(value.sql)} end`;
};

/** Access to VARIANT, OBJECT, ARRAY and MAP in Snowflake, structured or not. */
export const snowflakeNested: NestedParts = {
  read,
  fits: (value, logicalType) => fits[logicalType](value),
  member,
  someItem,
  itemCount: (value) => `array_size(${arrayOf(value)})`,
  distinctItemCount: (value) => `array_size(array_distinct(${arrayOf(value)}))`,
  memberCount: (value) =>
    isMap(value) ? `map_size(${value.sql})` : `array_size(object_keys(${objectOf(value)}))`,
  hasMember: (value, name) => {
    const key = literalOf('snowflake', name);
    if (isMap(value)) return `map_contains_key(${key}, ${value.sql})`;
    if (!isStructured(value))
      return `array_contains(to_variant(${key}), object_keys(${objectOf(value)}))`;
    return structMember('snowflake', value.type, name) === undefined ? '1 = 0' : '1 = 1';
  },
};
