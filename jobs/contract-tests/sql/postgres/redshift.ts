import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import { ansiDialect, boundText, lacks, numberLiteral, wasKept } from '../ansi.ts';
import { untypedInside } from '../inner-values.ts';
import { isoPatterns } from '../iso-patterns.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

/**
 * A backslash escapes in Redshift, unlike in Postgres, without a way to disable it; built from its character
 * code it is unambiguous, and cannot break out of the literal.
 */
function literal(text: string): string {
  const parts = text.split('\\').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || chr(92) || ')})`;
}

const isSuper = (value: SqlValue): boolean => value.cells === 'json' || /^super$/i.test(value.type);

const textTypes = /^(character varying|character|varchar|char|bpchar|text)\b/i;

function text(value: SqlValue): string {
  const { sql, type } = value;
  if (isSuper(value)) {
    return `case when json_typeof(${sql}) = 'string' then cast(${sql} as varchar) else json_serialize(${sql}) end`;
  }
  // Redshift cannot cast a boolean to text.
  if (/^bool/i.test(type)) return `case when ${sql} then 'true' when not ${sql} then 'false' end`;
  return textTypes.test(type) ? sql : `cast(${sql} as varchar)`;
}

/** Redshift's NUMERIC has no decimal places by default. */
const numeric = (sql: string): string => `cast(${sql} as numeric(38, 10))`;

const isJson =
  (type: string) =>
  ({ sql }: SqlValue): string =>
    `json_typeof(${sql}) = '${type}'`;

const isIsoText =
  (pattern: string) =>
  ({ sql }: SqlValue): string =>
    `json_typeof(${sql}) = 'string' and cast(${sql} as varchar) ~ '${pattern}'`;

const fits: Record<LogicalType, (value: SqlValue) => string> = {
  integer: ({ sql }) =>
    `case when json_typeof(${sql}) = 'number' then mod(${numeric(sql)}, 1) = 0 end`,
  number: isJson('number'),
  boolean: isJson('boolean'),
  string: isJson('string'),
  object: isJson('object'),
  map: isJson('object'),
  array: isJson('array'),
  vector: isJson('array'),
  date: isIsoText(isoPatterns.date),
  time: isIsoText(isoPatterns.time),
  timestamp: isIsoText(isoPatterns.timestamp),
};

const casts: Partial<Record<LogicalType, (sql: string) => string>> = {
  integer: numeric,
  number: numeric,
  boolean: (sql) => `cast(${sql} as boolean)`,
  date: (sql) => `cast(cast(${sql} as varchar) as date)`,
  time: (sql) => `cast(cast(${sql} as varchar) as time)`,
  timestamp: (sql) => `cast(cast(${sql} as varchar) as timestamptz)`,
};

function read(value: SqlValue, logicalType: LogicalType): string {
  if (value.cells === 'typed') return value.sql;
  const cast = casts[logicalType];
  if (cast === undefined) return text(value);
  const readable = fits[logicalType === 'integer' ? 'number' : logicalType](value);
  return `case when ${readable} then ${cast(value.sql)} end`;
}

const memberOf = ({ sql }: SqlValue, name: string): string => `${sql}.${quoteIdentifier(name)}`;

/** Amazon Redshift. Arrays and objects are SUPER values; a condition cannot examine single items of arrays. */
export const redshift: SqlDialect = ansiDialect('redshift', {
  literal,
  text,
  start: (expression, characters) => `left(${expression}, ${characters})`,
  matches: (expression, pattern) => `${expression} ~ ${literal(pattern)}`,
  read,
  fits: (value, logicalType) => fits[logicalType](value),
  bound: (value, _of, readAs) =>
    typeof value === 'string' || readAs === 'string' ? literal(boundText(value)) : boundText(value),
  isMultipleOf: (number, divisor) =>
    `(${wasKept(numeric(number), number, 'double precision')} and mod(${numeric(number)}, ${numberLiteral(divisor)}) = 0)`,
  member: (value, name, logicalType) => untypedInside(value, memberOf(value, name), logicalType),
  itemCount: ({ sql }) =>
    `case when json_typeof(${sql}) = 'array' then get_array_length(${sql}) end`,
  distinctItemCount: lacks('redshift', 'Distinct items of arrays'),
  memberCount: ({ sql }) =>
    `case when json_typeof(${sql}) = 'object' then get_number_attributes(${sql}) end`,
  // SUPER does not distinguish a null member from an absent one.
  hasMember: (value, name) => `${memberOf(value, name)} is not null`,
  groupKey: (value) => (isSuper(value) ? `json_serialize(${value.sql})` : value.sql),
  epochSeconds: (value) => {
    const isText = value.cells === 'typed' && textTypes.test(value.type);
    const timestamp = isText ? `cast(${value.sql} as timestamp)` : read(value, 'timestamp');
    return `extract(epoch from ${timestamp})`;
  },
});
