import type { Step } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import type { RowRule } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { sqlDialects } from '../../../../jobs/contract-tests/sql/dialects.ts';
import { offendingRows } from '../../../../jobs/contract-tests/sql/offending-rows.ts';
import { NotExpressible } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';
import type { SqlDialect, SqlValue } from '../../../../jobs/contract-tests/sql/sql-dialect.ts';

const types: Record<string, string> = {
  bigquery: 'JSON',
  databricks: 'variant',
  duckdb: 'JSON',
  mysql: 'json',
  postgres: 'jsonb',
  redshift: 'super',
  snowflake: 'VARIANT',
  sqlserver: 'nvarchar(max)',
  trino: 'json',
};

const member: Step = { member: 'inside', logicalType: 'object' };
const items: Step = { items: true, logicalType: 'array' };

const rules: RowRule[] = [
  { kind: 'not-missing' },
  { kind: 'castable', logicalType: 'integer' },
  { kind: 'minimum', bound: 1 },
  { kind: 'unique-items' },
  { kind: 'has-member', member: 'x' },
];

function lengthAt(dialect: SqlDialect, rule: RowRule, steps: readonly Step[]): number {
  const value: SqlValue = {
    sql: dialect.identifier('document'),
    cells: 'typed',
    type: types[dialect.name] ?? '',
    logicalType: 'object',
  };
  try {
    return offendingRows(dialect, value, { rule, steps }).length;
  } catch (error) {
    if (error instanceof NotExpressible) return 0;
    throw error;
  }
}

const repeated = (times: number, ...steps: Step[]): Step[] =>
  Array.from({ length: times }, () => steps).flat();

/** Every further level may add so much, at any depth; names of items and numbers of levels differ a little. */
const perLevel = 1_500;

describe.each(Object.values(sqlDialects))('the SQL of $name for what is deep inside', (dialect) => {
  it.each(rules)('is linear in the depth of members: %j', (rule) => {
    const [shallow, deep] = [2, 32].map((depth) =>
      lengthAt(dialect, rule, repeated(depth, member)),
    );
    expect((deep ?? 0) - (shallow ?? 0)).toBeLessThan(30 * perLevel);
  });

  it.each(rules)('is linear in the depth of members of items: %j', (rule) => {
    const [shallow, deep] = [2, 16].map((depth) =>
      lengthAt(dialect, rule, repeated(depth, items, member, member)),
    );
    expect((deep ?? 0) - (shallow ?? 0)).toBeLessThan(14 * perLevel);
  });
});
