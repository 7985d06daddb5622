import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { toVeryEnd } from '../ansi.ts';
import { itemOf, typedInside, untypedInside } from '../inner-values.ts';
import { isoPatterns } from '../iso-patterns.ts';
import { itemType, mapValueType, structMember, structMembers, typeName } from '../native-parts.ts';
import { NotExpressible, pathInto } from '../sql-dialect.ts';
import type { NestedParts, SqlDialect, SqlValue } from '../sql-dialect.ts';

/** True for values with their own type. */
export function isVariant({ cells, type }: SqlValue): boolean {
  return cells === 'json' || typeName('databricks', type) === 'variant';
}

const isMap = ({ type }: SqlValue): boolean => typeName('databricks', type) === 'map';

/** VARIANT null counts as a missing value. */
const withoutNull = (variant: string): string =>
  `case when not is_variant_null(${variant}) then ${variant} end`;

/** A step of a path; the name ends at its quotation mark, even after a backslash. */
function stepTo(name: string): string {
  const mark = name.includes('"') ? "'" : '"';
  if (name.includes(mark)) {
    throw new NotExpressible(
      `A member with both quotation marks in its name cannot be checked on databricks`,
    );
  }
  return `[${mark}${name}${mark}]`;
}

const pathTo = (names: readonly string[]): string =>
  literalOf('databricks', `$${names.map(stepTo).join('')}`);

const member: SqlDialect['member'] = (value, name, logicalType) => {
  if (isVariant(value)) {
    const path = pathInto(value, value.sql, name);
    const found = `variant_get(${path.document}, ${pathTo(path.names)}, 'variant')`;
    return { ...untypedInside(value, withoutNull(found), logicalType), path };
  }
  if (isMap(value)) {
    const sql = `try_element_at(${value.sql}, ${literalOf('databricks', name)})`;
    return typedInside(value, sql, mapValueType('databricks', value.type), logicalType);
  }
  const found = structMember('databricks', value.type, name);
  const sql = `${value.sql}.${quoteIdentifier(found?.name ?? name, 'databricks')}`;
  return typedInside(value, sql, found?.type.text ?? '', logicalType);
};

/** The array, NULL for other values. */
const arrayOf = (value: SqlValue): string =>
  isVariant(value) ? `try_cast(${value.sql} as array<variant>)` : value.sql;

const keysOf = (value: SqlValue): string =>
  `map_keys(${isVariant(value) ? `try_cast(${value.sql} as map<string, variant>)` : value.sql})`;

const someItem: SqlDialect['someItem'] = (value, logicalType, condition) => {
  const { name, inner } = itemOf(value);
  const item = isVariant(value)
    ? untypedInside(inner, withoutNull(name), logicalType)
    : typedInside(inner, name, itemType('databricks', value.type), logicalType);
  return `exists(${arrayOf(value)}, ${name} -> ${condition(item)})`;
};

const typeIs =
  (names: string) =>
  ({ sql }: SqlValue): string =>
    `regexp_like(schema_of_variant(${sql}), '^(${names})')`;

const isNumber = typeIs('TINYINT|SMALLINT|INT|BIGINT|DECIMAL|FLOAT|DOUBLE');

const textLike =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `schema_of_variant(${sql}) = 'STRING' and regexp_like(cast(${sql} as string), ${literalOf('databricks', toVeryEnd(pattern))})`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: (value) =>
    `case when ${isNumber(value)} then cast(${value.sql} as double) = floor(cast(${value.sql} as double)) end`,
  number: isNumber,
  boolean: typeIs('BOOLEAN'),
  string: typeIs('STRING'),
  object: typeIs('OBJECT'),
  map: typeIs('OBJECT'),
  array: typeIs('ARRAY'),
  vector: typeIs('ARRAY'),
  date: textLike(isoPatterns.date),
  time: textLike(isoPatterns.time),
  timestamp: textLike(isoPatterns.timestamp),
};

const castTypes: Partial<Record<LogicalType, string>> = {
  integer: 'double',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
};

const read: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return value.sql;
  const type = castTypes[logicalType];
  if (type === undefined) return `cast(${value.sql} as string)`;
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `case when ${readable} then try_cast(${value.sql} as ${type}) end`;
};

/** Access to arrays, structs, maps and VARIANT in Databricks, by functions instead of subqueries. */
export const databricksNested: NestedParts = {
  read,
  fits: (value, logicalType) => fits[logicalType](value),
  member,
  someItem,
  itemCount: (value) => `array_size(${arrayOf(value)})`,
  distinctItemCount: (value) => {
    const items = arrayOf(value);
    // Variants have no equality, so their texts are compared.
    const comparable = isVariant(value) ? `transform(${items}, item -> to_json(item))` : items;
    return `array_size(array_distinct(${comparable}))`;
  },
  memberCount: (value) => {
    if (isVariant(value) || isMap(value)) return `array_size(${keysOf(value)})`;
    const count = structMembers('databricks', value.type)?.length ?? 0;
    return `case when ${value.sql} is not null then ${count} end`;
  },
  hasMember: (value, name) => {
    if (isVariant(value) || isMap(value))
      return `array_contains(${keysOf(value)}, ${literalOf('databricks', name)})`;
    return structMember('databricks', value.type, name) === undefined ? '1 = 0' : '1 = 1';
  },
};
