import { logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import { quoteIdentifier } from '../../../domain/dialects/quote.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { ansiDialect, boundText, numberLiteral, toVeryEnd } from './ansi.ts';
import { mysqlNested, readMysqlJson } from './mysql-json.ts';
import { mysqlLiteral, mysqlMoment, mysqlNumber, mysqlText, mysqlTime } from './mysql-texts.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';

const nativeTypeOf = (value: SqlValue): LogicalType | undefined =>
  logicalTypeOf('mysql', value.baseType ?? value.type);

/** Texts are compared letter by letter, as everywhere else, whatever the collation of the column. */
function read(value: SqlValue, logicalType: LogicalType): string {
  if (value.cells === 'json') return readMysqlJson(value, logicalType);
  return nativeTypeOf(value) === 'string' ? mysqlText(value) : value.sql;
}

const trueTexts: Record<string, string> = { true: 'true', false: 'false' };

const literals: Partial<Record<LogicalType, (text: string) => string>> = {
  integer: mysqlNumber,
  number: mysqlNumber,
  boolean: (text) => trueTexts[text.toLowerCase()] ?? mysqlNumber(text),
  date: mysqlMoment,
  timestamp: mysqlMoment,
  time: mysqlTime,
};

function bound(value: Scalar, _of: SqlValue, readAs: LogicalType | undefined): string {
  const write = readAs === undefined ? undefined : literals[readAs];
  if (write !== undefined) return write(boundText(value));
  return readAs === undefined && typeof value !== 'string'
    ? boundText(value)
    : mysqlLiteral(boundText(value));
}

/** Numbers and moments are grouped as they are; JSON as a text, which MariaDB does not know as anything else. */
function groupKey(value: SqlValue): string {
  const type = value.cells === 'json' ? 'string' : nativeTypeOf(value);
  const isText = type === 'string' || type === 'object' || type === 'array';
  return isText ? mysqlText(value) : value.sql;
}

const matches = (text: string, pattern: string): string =>
  `(${text} regexp ${mysqlLiteral(pattern)})`;

/** MySQL since 8.0.17 and MariaDB since 10.6, as far as both read it alike. */
export const mysql: SqlDialect = ansiDialect('mysql', {
  identifier: (name) => quoteIdentifier(name, 'mysql'),
  literal: mysqlLiteral,
  text: mysqlText,
  length: (text) => `char_length(${text})`,
  matches,
  matchesWhole: (text, pattern) => matches(text, toVeryEnd(pattern)),
  read,
  bound,
  // To MariaDB -0.0 is not 0.
  isMultipleOf: (number, divisor) =>
    `(mod(abs(cast(${number} as decimal(65, 20))), ${numberLiteral(divisor)}) = 0)`,
  groupKey,
  epochSeconds: (value) => {
    const moment = value.cells === 'json' ? readMysqlJson(value, 'timestamp') : value.sql;
    return `timestampdiff(microsecond, '1970-01-01', ${moment}) / 1000000`;
  },
  ...mysqlNested,
});
