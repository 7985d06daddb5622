import { logicalTypeOf } from '../../../../domain/dialects/types/column-types.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType, Scalar } from '../../../../domain/standards/odcs/contract-model.ts';
import { ansiDialect, boundText, numberLiteral, toVeryEnd } from '../ansi.ts';
import { mysqlNested, readMysqlJson } from './json.ts';
import {
  mysqlLiteral,
  mysqlTimestamp,
  mysqlNumber,
  mysqlText,
  mysqlTime,
  numberKey,
  numberKeyOfText,
} from './text.ts';
import { NotExpressible } from '../sql-dialect.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

const nativeTypeOf = (value: SqlValue): LogicalType | undefined =>
  logicalTypeOf('mysql', value.baseType ?? value.type);

/** Texts are compared exactly, as on other platforms, whatever the collation of the column. */
function read(value: SqlValue, logicalType: LogicalType): string {
  if (value.cells === 'json') return readMysqlJson(value, logicalType);
  if (nativeTypeOf(value) !== 'string') return value.sql;
  return numberTypes.has(logicalType) ? refuseText(value) : mysqlText(value);
}

const numberTypes: ReadonlySet<LogicalType | undefined> = new Set(['integer', 'number']);

/** MySQL would use the number at the start of a text, or 0. */
function refuseText({ type }: SqlValue): never {
  throw new NotExpressible(`a text (${type}) cannot be compared with a number`);
}

const booleanLiterals: Record<string, string> = { true: 'true', false: 'false' };

const literals: Partial<Record<LogicalType, (text: string) => string>> = {
  integer: mysqlNumber,
  number: mysqlNumber,
  boolean: (text) => booleanLiterals[text.toLowerCase()] ?? mysqlNumber(text),
  date: mysqlTimestamp,
  timestamp: mysqlTimestamp,
  time: mysqlTime,
};

function bound(value: Scalar, of: SqlValue, readAs: LogicalType | undefined): string {
  const isCoerced = readAs === undefined && typeof value === 'number' && of.cells === 'typed';
  if (isCoerced && nativeTypeOf(of) === 'string') refuseText(of);
  const write = readAs === undefined ? undefined : literals[readAs];
  if (write !== undefined) return write(boundText(value));
  return readAs === undefined && typeof value !== 'string'
    ? boundText(value)
    : mysqlLiteral(boundText(value));
}

/** JSON counts as text, because MariaDB stores it as text. */
function isText(value: SqlValue): boolean {
  const type = value.cells === 'json' ? 'string' : nativeTypeOf(value);
  return type === 'string' || type === 'object' || type === 'array';
}

const isNumber = (value: SqlValue): boolean => {
  const type = nativeTypeOf(value);
  return numberTypes.has(type) || type === 'boolean';
};

/**
 * Numbers and timestamps are grouped unchanged. A text equals a number if it is completely that number, and
 * else only an identical text.
 */
function groupKey(value: SqlValue, comparedWith: SqlValue = value): string {
  if (isText(value)) {
    const text = mysqlText(value);
    return isNumber(comparedWith) ? numberKeyOfText(text) : text;
  }
  if (!isText(comparedWith)) return value.sql;
  return isNumber(value) ? numberKey(value.sql) : mysqlText(value);
}

const matches = (text: string, pattern: string): string =>
  `(${text} regexp ${mysqlLiteral(pattern)})`;

/** MySQL since 8.0.17 and MariaDB since 10.6, with their common syntax. */
export const mysql: SqlDialect = ansiDialect('mysql', {
  identifier: (name) => quoteIdentifier(name, 'mysql'),
  literal: mysqlLiteral,
  text: mysqlText,
  length: (text) => `char_length(${text})`,
  matches,
  matchesWhole: (text, pattern) => matches(text, toVeryEnd(pattern)),
  read,
  bound,
  // MariaDB treats -0.0 and 0 as different.
  isMultipleOf: (number, divisor) =>
    `(mod(abs(cast(${number} as decimal(65, 20))), ${numberLiteral(divisor)}) = 0)`,
  groupKey,
  epochSeconds: (value) => {
    const timestamp = value.cells === 'json' ? readMysqlJson(value, 'timestamp') : value.sql;
    return `timestampdiff(microsecond, '1970-01-01', ${timestamp}) / 1000000`;
  },
  ...mysqlNested,
});
