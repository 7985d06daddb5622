import { quoteLiteral } from '../../../domain/dialects/quote.ts';
import { ansiDialect, boundText, numberLiteral } from './ansi.ts';
import { duckdbCastType, duckdbGroupKey, duckdbText, fitsCell, readCell } from './duckdb-cells.ts';
import { duckdbNested } from './duckdb-nested.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';

const times = /^(date|timestamp)/i;

function bound(...[value, of, readAs]: Parameters<SqlDialect['bound']>): string {
  if (of.cells === 'typed') {
    return typeof value === 'string' || readAs === 'string'
      ? quoteLiteral(boundText(value))
      : boundText(value);
  }
  const type = duckdbCastType(readAs);
  if (type === undefined) return quoteLiteral(boundText(value));
  if (typeof value === 'number' && type === 'double') return numberLiteral(value);
  return `cast(${quoteLiteral(boundText(value))} as ${type})`;
}

function epochSeconds(value: SqlValue): string {
  if (value.cells === 'typed' && times.test(value.type)) return `epoch(${value.sql})`;
  return `epoch(try_cast(${duckdbText(value)} as timestamptz))`;
}

/** Files (and tables) through an embedded DuckDB; texts of CSV and JSON values are read without ever failing on one. */
export const duckdb: SqlDialect = ansiDialect('duckdb', {
  mostExpressions: 1_600,
  countWhere: (condition) => `count(*) filter (where ${condition})`,
  text: duckdbText,
  start: (text, characters) => `left(${text}, ${characters})`,
  matches: (text, pattern) => `regexp_matches(${text}, ${quoteLiteral(pattern)})`,
  read: readCell,
  fits: fitsCell,
  bound,
  // Doubles become decimals first, so that 0.3 is a multiple of 0.1; those too large for that stay doubles.
  isMultipleOf: (number, divisor) => {
    const by = numberLiteral(divisor);
    return `coalesce(try_cast(${number} as decimal(38, 10)) % ${by}, cast(${number} as double) % ${by}) = 0`;
  },
  groupKey: duckdbGroupKey,
  epochSeconds,
  ...duckdbNested,
});
