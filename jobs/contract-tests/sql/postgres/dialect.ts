import { quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import { ansiDialect, boundText, numberLiteral } from '../ansi.ts';
import { comparable, postgresNested } from './nested.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

const textTypes = /^(text|character varying|character|bpchar|varchar)\b/i;

/** True for texts, but not for arrays of texts. */
const isText = (type: string): boolean => textTypes.test(type) && !type.endsWith(']');

/** Types without an equality operator; their texts (or jsonb) have one. */
const ungroupable = /^(xml|point|polygon|box|path|line|lseg|circle)$/;

/** The underlying type of a domain or enum. */
const typeOf = (value: SqlValue): string => value.baseType ?? value.type;

function text(value: SqlValue): string {
  if (value.cells === 'json') return `(${value.sql} #>> '{}')`;
  return isText(value.type) ? value.sql : `cast(${value.sql} as varchar)`;
}

function groupKey(value: SqlValue): string {
  if (value.cells === 'json') return value.sql;
  const type = typeOf(value);
  if (type === 'json') return `cast(${value.sql} as jsonb)`;
  return ungroupable.test(type) ? `cast(${value.sql} as text)` : comparable(value);
}

/** PostgreSQL 12 and later. Literals are untyped, so that they take the type of the column. */
export const postgres: SqlDialect = ansiDialect('postgres', {
  // An answer may have 1664 columns.
  maxExpressions: 1_600,
  countWhere: (condition) => `count(*) filter (where ${condition})`,
  text,
  start: (expression, characters) => `left(${expression}, ${characters})`,
  matches: (expression, pattern) => `${expression} ~ ${quoteLiteral(pattern)}`,
  bound: (value, _of, readAs) =>
    typeof value === 'string' || readAs === 'string'
      ? quoteLiteral(boundText(value))
      : boundText(value),
  // NUMERIC makes 0.3 a multiple of 0.1.
  isMultipleOf: (number, divisor) =>
    `mod(cast(${number} as numeric), ${numberLiteral(divisor)}) = 0`,
  groupKey,
  epochSeconds: ({ sql }) => `extract(epoch from ${sql})`,
  ...postgresNested,
});
