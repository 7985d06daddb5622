import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import { ansiDialect, boundText, numberLiteral, wasKept } from '../ansi.ts';
import { bigqueryNested, jsonOf } from './nested.ts';
import { typeName } from '../native-parts.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

const literal = (text: string): string => literalOf('bigquery', text);

const textOfJson = (json: string): string =>
  `coalesce(json_value(${json}), to_json_string(${json}))`;

function text(value: SqlValue): string {
  const json = jsonOf(value);
  if (json !== undefined) return textOfJson(json);
  const type = typeName('bigquery', value.type);
  if (type === 'string') return value.sql;
  if (type === 'bytes') return `to_base64(${value.sql})`;
  if (type === 'geography') return `st_astext(${value.sql})`;
  const isNested = type === 'struct' || type === 'array' || type === 'range';
  return isNested ? `to_json_string(${value.sql})` : `cast(${value.sql} as string)`;
}

/** Dates and times are parsed as timestamps, so that bounds can have either form; UTC without a time zone. */
const bound: SqlDialect['bound'] = (value, of, readAs) => {
  const written = literal(boundText(value));
  if (readAs === 'string') return written;
  if (typeof value !== 'string') return boundText(value);
  if (readAs === 'date') return `date(timestamp ${written})`;
  if (readAs === 'time') return `time ${written}`;
  if (readAs === 'integer' || readAs === 'number') return `cast(${written} as numeric)`;
  if (readAs !== 'timestamp') return written;
  const isLocal = of.cells === 'typed' && typeName('bigquery', of.type) === 'datetime';
  return isLocal ? `datetime(timestamp ${written})` : `timestamp ${written}`;
};

/** Types without equality are grouped by their text; missing values are excluded. */
function groupKey(value: SqlValue): string {
  if (value.cells === 'typed' && /^(?:struct|array|json|geography|range)\b/i.test(value.type)) {
    return `if(${value.sql} is null, null, ${text(value)})`;
  }
  return value.cells === 'typed' ? value.sql : text(value);
}

function epochSeconds(value: SqlValue): string {
  const isText = value.cells !== 'typed' || typeName('bigquery', value.type) === 'string';
  const timestamp = isText ? `safe_cast(${text(value)} as timestamp)` : `timestamp(${value.sql})`;
  return `unix_micros(${timestamp}) / 1000000`;
}

const decimal = (number: string): string => `safe_cast(${number} as numeric)`;

/** GoogleSQL of BigQuery; regular expressions are RE2. */
export const bigquery: SqlDialect = ansiDialect('bigquery', {
  identifier: (name) => quoteIdentifier(name, 'bigquery'),
  literal,
  countWhere: (condition) => `countif(${condition})`,
  text,
  length: (expression) => `char_length(${expression})`,
  matches: (expression, pattern) => `regexp_contains(${expression}, ${literal(pattern)})`,
  bound,
  // NUMERIC makes 0.3 a multiple of 0.1; other values (NaN, large numbers) are a multiple of nothing.
  isMultipleOf: (number, divisor) =>
    `coalesce(${wasKept(decimal(number), number, 'float64')} and mod(${decimal(number)}, numeric '${numberLiteral(divisor)}') = 0, ${number} is null)`,
  groupKey,
  epochSeconds,
  ...bigqueryNested,
});
