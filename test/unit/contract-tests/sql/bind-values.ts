import type { RowRule, Step } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { duckdb } from '../../../../jobs/contract-tests/sql/duckdb/dialect.ts';
import { offendingRows } from '../../../../jobs/contract-tests/sql/offending-rows.ts';
import { postgres } from '../../../../jobs/contract-tests/sql/postgres/dialect.ts';
import type { SqlDialect, SqlValue } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';

/** A typed column `c` of a source. */
export function typed(type: string, logicalType?: SqlValue['logicalType']): SqlValue {
  return { sql: '"c"', cells: 'typed', type, logicalType };
}

/** A cell of a CSV or JSON file in a column `c`. */
export function cell(cells: 'text' | 'json', logicalType?: SqlValue['logicalType']): SqlValue {
  return { sql: '"c"', cells, type: cells === 'text' ? 'VARCHAR' : 'JSON', logicalType };
}

function writer(dialect: SqlDialect) {
  return (column: SqlValue, rule: RowRule, ...steps: Step[]): string =>
    offendingRows(dialect, column, { rule, steps });
}

/** The condition for rows that break a rule, in Postgres and in DuckDB. */
export const onPostgres = writer(postgres);
export const onDuckdb = writer(duckdb);
