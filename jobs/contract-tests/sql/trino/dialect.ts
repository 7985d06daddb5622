import { ansiDialect, boundText, numberLiteral, toVeryEnd, wasKept } from '../ansi.ts';
import { quoteLiteral } from '../../../../domain/dialects/names/quote.ts';
import { typeName } from '../native-parts.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';
import { jsonOf, jsonText, trinoNested } from './nested.ts';

const containers: ReadonlySet<string> = new Set(['row', 'array', 'map']);

const isText = (value: SqlValue): boolean =>
  value.cells === 'typed' && typeName('trino', value.type) === 'varchar';

function text(value: SqlValue): string {
  const json = jsonOf(value);
  if (json !== undefined) return jsonText(json);
  if (isText(value)) return value.sql;
  const type = typeName('trino', value.type);
  if (type === 'varbinary') return `to_base64(${value.sql})`;
  return containers.has(type)
    ? `json_format(cast(${value.sql} as json))`
    : `cast(${value.sql} as varchar)`;
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Text other than a plain date is parsed as ISO 8601; without a zone it is in the session's zone, UTC. */
function parseTimestamp(text: string): string {
  return `from_iso8601_timestamp(${quoteLiteral(text.trim().replace(' ', 'T'))})`;
}

const bound: SqlDialect['bound'] = (value, _of, readAs) => {
  const written = quoteLiteral(boundText(value));
  if (readAs === 'string') return written;
  if (typeof value !== 'string') return boundText(value);
  if (readAs === 'date')
    return isDate(value) ? `date ${written}` : `cast(${parseTimestamp(value)} as date)`;
  if (readAs === 'timestamp') return parseTimestamp(value);
  if (readAs === 'time') return `time ${written}`;
  return readAs === 'integer' || readAs === 'number' ? `cast(${written} as double)` : written;
};

function epochSeconds(value: SqlValue): string {
  if (value.cells !== 'typed' || isText(value)) {
    return `to_unixtime(try(from_iso8601_timestamp(replace(${text(value)}, ' ', 'T'))))`;
  }
  const isPlainDate = typeName('trino', value.type) === 'date';
  return `to_unixtime(${isPlainDate ? `cast(${value.sql} as timestamp)` : value.sql})`;
}

const decimal = (number: string): string => `try_cast(${number} as decimal(38, 10))`;

const matches = (expression: string, pattern: string): string =>
  `regexp_like(${expression}, ${quoteLiteral(pattern)})`;

/** Trino and Presto; regular expressions are those of Java, as far as Joni and RE2J support them. */
export const trino: SqlDialect = ansiDialect('trino', {
  countWhere: (condition) => `count(*) filter (where ${condition})`,
  text,
  matches,
  matchesWhole: (expression, pattern) => matches(expression, toVeryEnd(pattern)),
  bound,
  // DECIMAL makes 0.3 a multiple of 0.1; other values (NaN, large numbers) are a multiple of nothing.
  isMultipleOf: (number, divisor) =>
    `coalesce(${wasKept(decimal(number), number)} and mod(${decimal(number)}, ${numberLiteral(divisor)}) = 0, ${number} is null)`,
  groupKey: ({ sql }) => sql,
  epochSeconds,
  ...trinoNested,
});
