import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import { ansiDialect, boundText, numberLiteral, toVeryEnd, wasKept } from '../ansi.ts';
import { databricksNested, isVariant } from './nested.ts';
import { typeName } from '../native-parts.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

const literal = (text: string): string => literalOf('databricks', text);

const texts: ReadonlySet<string> = new Set(['string', 'varchar', 'char']);
const containers: ReadonlySet<string> = new Set(['struct', 'array', 'map']);

const isText = (value: SqlValue): boolean =>
  value.cells === 'typed' && texts.has(typeName('databricks', value.type));

function text(value: SqlValue): string {
  if (isText(value)) return value.sql;
  const type = typeName('databricks', value.type);
  if (type === 'binary') return `base64(${value.sql})`;
  return containers.has(type) ? `to_json(${value.sql})` : `cast(${value.sql} as string)`;
}

const castTypes: Readonly<Record<string, string>> = { date: 'date', timestamp: 'timestamp' };

const bound: SqlDialect['bound'] = (value, _of, readAs) => {
  const written = literal(boundText(value));
  if (readAs === 'string') return written;
  if (typeof value !== 'string') return boundText(value);
  const type = castTypes[readAs ?? ''];
  return type === undefined ? written : `cast(${written} as ${type})`;
};

/** Maps and variants have no equality, so their texts are compared. */
function groupKey(value: SqlValue): string {
  const isMap = typeName('databricks', value.type) === 'map';
  return isMap || isVariant(value) ? `to_json(${value.sql})` : value.sql;
}

function epochSeconds(value: SqlValue): string {
  const isTimestamp = value.cells === 'typed' && !isText(value);
  const timestamp = isTimestamp
    ? `cast(${value.sql} as timestamp)`
    : `try_cast(${text(value)} as timestamp)`;
  return `unix_micros(${timestamp}) / 1000000`;
}

const decimal = (number: string): string => `try_cast(${number} as decimal(38, 10))`;

const matches = (expression: string, pattern: string): string =>
  `regexp_like(${expression}, ${literal(pattern)})`;

/** Databricks SQL; regular expressions use the syntax of Java. */
export const databricks: SqlDialect = ansiDialect('databricks', {
  identifier: (name) => quoteIdentifier(name, 'databricks'),
  literal,
  countWhere: (condition) => `count_if(${condition})`,
  text,
  start: (expression, characters) => `left(${expression}, ${characters})`,
  length: (expression) => `char_length(${expression})`,
  matches,
  matchesWhole: (expression, pattern) => matches(expression, toVeryEnd(pattern)),
  bound,
  // DECIMAL makes 0.3 a multiple of 0.1; other values (NaN, large numbers) are a multiple of nothing.
  isMultipleOf: (number, divisor) =>
    `coalesce(${wasKept(decimal(number), number)} and mod(${decimal(number)}, ${numberLiteral(divisor)}) = 0, ${number} is null)`,
  groupKey,
  epochSeconds,
  ...databricksNested,
});
