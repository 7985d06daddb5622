import { literalOf } from '../../../domain/dialects/literal.ts';
import { quoteIdentifier } from '../../../domain/dialects/quote.ts';
import { ansiDialect, boundText, numberLiteral, wasKept } from './ansi.ts';
import { bigqueryNested, jsonOf } from './bigquery-nested.ts';
import { typeName } from './native-parts.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';

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

/** Dates and times are read from timestamps, so that a bound may be written as either; without a zone it is UTC. */
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

/** Types without an equality are grouped by their text, which for a missing value is no text. */
function groupKey(value: SqlValue): string {
  if (value.cells === 'typed' && /^(?:struct|array|json|geography|range)\b/i.test(value.type)) {
    return `if(${value.sql} is null, null, ${text(value)})`;
  }
  return value.cells === 'typed' ? value.sql : text(value);
}

function epochSeconds(value: SqlValue): string {
  const isText = value.cells !== 'typed' || typeName('bigquery', value.type) === 'string';
  const moment = isText ? `safe_cast(${text(value)} as timestamp)` : `timestamp(${value.sql})`;
  return `unix_micros(${moment}) / 1000000`;
}

const decimal = (number: string): string => `safe_cast(${number} as numeric)`;

/** GoogleSQL of BigQuery; regular expressions are those of RE2. */
export const bigquery: SqlDialect = ansiDialect('bigquery', {
  identifier: (name) => quoteIdentifier(name, 'bigquery'),
  literal,
  countWhere: (condition) => `countif(${condition})`,
  text,
  length: (expression) => `char_length(${expression})`,
  matches: (expression, pattern) => `regexp_contains(${expression}, ${literal(pattern)})`,
  bound,
  // As numeric, 0.3 is a multiple of 0.1; what is no number of that size (NaN) is a multiple of nothing.
  isMultipleOf: (number, divisor) =>
    `coalesce(${wasKept(decimal(number), number, 'float64')} and mod(${decimal(number)}, numeric '${numberLiteral(divisor)}') = 0, ${number} is null)`,
  groupKey,
  epochSeconds,
  ...bigqueryNested,
});
