import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { ansiDialect, boundText, numberLiteral, wasKept } from '../ansi.ts';
import { typeName } from '../native-parts.ts';
import { snowflakeNested } from './nested.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

const literal = (text: string): string => literalOf('snowflake', text);

const texts: ReadonlySet<string> = new Set(['text', 'varchar', 'string', 'char']);

const isText = (value: SqlValue): boolean =>
  value.cells === 'typed' && texts.has(typeName('snowflake', value.type));

function text(value: SqlValue): string {
  if (isText(value)) return value.sql;
  return typeName('snowflake', value.type) === 'binary' && value.cells === 'typed'
    ? `hex_encode(${value.sql})`
    : `to_varchar(${value.sql})`;
}

const castTypes: Readonly<Record<string, string>> = {
  date: 'date',
  time: 'time',
  // Types without a time zone would silently drop it; the session's zone is UTC.
  timestamp: 'timestamp_tz',
};

const bound: SqlDialect['bound'] = (value, _of, readAs) => {
  const written = literal(boundText(value));
  if (readAs === 'string') return written;
  if (typeof value !== 'string') return boundText(value);
  const type = castTypes[readAs ?? ''];
  return type === undefined ? written : `cast(${written} as ${type})`;
};

function epochSeconds(value: SqlValue): string {
  const isTimestamp = value.cells === 'typed' && !isText(value);
  const timestamp = isTimestamp ? value.sql : `try_to_timestamp_tz(${text(value)})`;
  return `date_part(epoch_millisecond, cast(${timestamp} as timestamp_tz)) / 1000`;
}

const decimal = (number: string): string => `try_to_decimal(to_varchar(${number}), 38, 10)`;

/** Snowflake. REGEXP_LIKE and RLIKE match whole texts there, so REGEXP_INSTR searches instead. */
export const snowflake: SqlDialect = ansiDialect('snowflake', {
  literal,
  countWhere: (condition) => `count_if(${condition})`,
  text,
  start: (expression, characters) => `left(${expression}, ${characters})`,
  matches: (expression, pattern) => `regexp_instr(${expression}, ${literal(pattern)}) > 0`,
  matchesWhole: (expression, pattern) => `regexp_like(${expression}, ${literal(pattern)})`,
  bound,
  // DECIMAL makes 0.3 a multiple of 0.1; other values (NaN, large numbers) are a multiple of nothing.
  isMultipleOf: (number, divisor) =>
    `coalesce(${wasKept(decimal(number), number)} and mod(${decimal(number)}, ${numberLiteral(divisor)}) = 0, ${number} is null)`,
  groupKey: (value) =>
    /^geo(?:graphy|metry)\b/i.test(value.type) ? `st_astext(${value.sql})` : value.sql,
  epochSeconds,
  ...snowflakeNested,
});
