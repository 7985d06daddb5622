import type { Finding } from '../../../jobs/contract-tests/judge/finding.ts';
import { judgeCheck } from '../../../jobs/contract-tests/judge/judge-checks.ts';
import type { CheckResult } from '../../../domain/contract-tests/outcome.ts';
import type { Expectation, PlannedCheck } from '../../../jobs/contract-tests/plan/planned-check.ts';

const column = { name: 'c', logicalType: undefined };

const planned = (expectation: Expectation, more: Partial<PlannedCheck> = {}): PlannedCheck => ({
  key: 'key',
  category: 'quality',
  type: 'type',
  name: 'name',
  model: 't',
  field: 'c',
  severity: undefined,
  dimension: 'conformity',
  qualityReference: undefined,
  tags: [],
  tableIndex: 0,
  expectation,
  ...more,
});

const judged = (expectation: Expectation, finding: Finding): CheckResult =>
  judgeCheck(planned(expectation), finding);

const said = ({ result, reason }: CheckResult): string => `${result}: ${reason}`;

describe('a part of all rows', () => {
  const rule = { kind: 'not-missing-values', values: [''] } as const;
  const most = (value: number): Expectation => ({
    kind: 'rows',
    column,
    rule,
    limit: { threshold: { operator: '<', value }, unit: 'percent' },
  });
  const count = (value: number, rowCount: number): Finding => ({
    kind: 'counted',
    value,
    rowCount,
  });

  it.each([
    ['<', 29, 29, 'failed'],
    ['<=', 7, 7, 'passed'],
    ['>', 7, 7, 'failed'],
  ] as const)(
    '%s %p percent of 100 rows of which %p count: %s',
    (operator, value, count, result) => {
      const limit = { threshold: { operator, value }, unit: 'percent' } as const;
      const column = { name: 'c', logicalType: undefined };
      const rows = { kind: 'rows', column, rule: { kind: 'not-missing' }, limit } as const;
      expect(judged(rows, { kind: 'counted', value: count, rowCount: 100 }).result).toBe(result);
    },
  );

  it('is compared in percent and shown with six decimals', () => {
    expect(said(judged(most(25), count(5, 20)))).toBe(
      'failed: Actual missing_count(c) was 25.0% (5 of 20 rows), expected < 25%',
    );
    const third = judged(most(33), count(1, 3));
    expect(said(third)).toContain('33.333333% (1 of 3 rows)');
    expect(third.diagnostics).toEqual({
      metric: 'missing_count',
      field: 'c',
      value: 1,
      unit: 'percent',
      threshold: '< 33',
      percent: 33.333333,
      row_count: 3,
      failed_fraction: 0.333333,
      missing_values: [''],
    });
  });

  it('is compared as it is, not as it is shown', () => {
    const limit = { threshold: { operator: '>', value: 33.333333 }, unit: 'percent' } as const;
    expect(judged({ kind: 'rows', column, rule, limit }, count(1, 3)).result).toBe('passed');
  });

  it('of nothing is nothing', () => {
    expect(judged(most(1), count(0, 0))).toMatchObject({ result: 'passed', reason: undefined });
    expect(judged(most(0), count(0, 0)).result).toBe('failed');
  });
});

describe('what constraints prove', () => {
  it('passes with the value 0 and says so', () => {
    const rule = { kind: 'not-missing' } as const;
    const finding = { kind: 'counted', value: 0, rowCount: undefined, proved: true } as const;
    expect(judged({ kind: 'rows', column, rule }, finding)).toMatchObject({
      result: 'passed',
      details: 'proved by a constraint of the source, no scan',
      diagnostics: { value: 0, threshold: '= 0', failed_fraction: 0, proved_by: 'constraint' },
    });
  });
});

describe('service levels', () => {
  const level = (kind: 'freshness' | 'retention' | 'frequency'): Expectation => ({
    kind,
    column,
    seconds: 3600,
  });
  const now = 1_800_000_000.75;

  it('are ages of moments', () => {
    const at = now - 3600.9;
    expect(judged(level('freshness'), { kind: 'timestamp', at, now })).toMatchObject({
      result: 'passed',
      diagnostics: {
        metric: 'freshness',
        field: 'c',
        age_seconds: 3600,
        threshold_seconds: 3600,
        latest_timestamp: '2027-01-15T06:59:59.850000+00:00',
      },
    });
    const old = judged(level('retention'), { kind: 'timestamp', at: now - 7200, now });
    expect(said(old)).toBe('failed: Retention is 7200s, which exceeds the threshold of 3600s');
    expect(old.diagnostics).toHaveProperty('oldest_timestamp');
  });

  it('fail without any moment, and survive those beyond time', () => {
    const none = { kind: 'timestamp', at: undefined, now } as const;
    expect(said(judged(level('freshness'), none))).toBe("failed: No timestamp value found in 'c'");
    const infinite = { kind: 'timestamp', at: Infinity, now } as const;
    expect(judged(level('freshness'), infinite).result).toBe('failed');
    expect(judged(level('retention'), { ...infinite, at: -Infinity }).result).toBe('failed');
  });

  it('do not take moments that lie ahead for fresh data', () => {
    const at = (seconds: number): CheckResult =>
      judged(level('freshness'), { kind: 'timestamp', at: now + seconds, now });
    expect(at(80_000).result).toBe('passed');
    expect(said(at(90_000))).toBe(
      "failed: The newest value of 'c' is 90000s in the future, so it does not show when the data was updated",
    );
  });

  it('ask for values often enough, up to now', () => {
    const gaps = (largestGap: number | undefined, age: number): Finding => ({
      kind: 'gaps',
      newest: now - age,
      largestGap,
      now,
    });
    expect(judged(level('frequency'), gaps(3600, 60)).result).toBe('passed');
    expect(judged(level('frequency'), gaps(undefined, 60)).result).toBe('passed');
    expect(said(judged(level('frequency'), gaps(3601, 60)))).toBe(
      'failed: Longest gap is 3601s, which exceeds the threshold of 3600s',
    );
    expect(said(judged(level('frequency'), gaps(5, 3601)))).toBe(
      'failed: Time since the newest value is 3601s, which exceeds the threshold of 3600s',
    );
  });
});

describe('the answer of a query', () => {
  const rule = (operator: string, value: unknown): Expectation =>
    ({ kind: 'sql', query: '', threshold: { operator, value } }) as Expectation;
  const verdict = (operator: string, expected: unknown, value: unknown): string =>
    judged(rule(operator, expected), { kind: 'answer', value, durationMs: 1 }).result;

  it.each([
    ['=', 5, 5, 'passed'],
    ['=', 5, '5.00', 'passed'],
    ['=', 5, 5n, 'passed'],
    ['=', '5', 5, 'passed'],
    ['=', 'x', 'x', 'passed'],
    ['=', 'x', 'X', 'failed'],
    ['=', true, 1, 'passed'],
    ['=', true, 'f', 'failed'],
    ['=', true, 'x', 'failed'],
    ['=', false, false, 'passed'],
    ['!=', 5, null, 'failed'],
    ['!=', 'x', 'y', 'passed'],
    ['>', 1, '1e3', 'passed'],
    ['<', 1, 'abc', 'failed'],
    ['<', 1, new Date(0), 'failed'],
    ['<=', 0, undefined, 'failed'],
    ['=', 0, '', 'failed'],
    ['=', 9007199254740992, 9007199254740993n, 'failed'],
    ['=', '9007199254740993', '9007199254740993.0', 'passed'],
    ['=', 'x'.repeat(201), 'x'.repeat(201), 'passed'],
    ['!=', 'x'.repeat(201), 'x'.repeat(201), 'failed'],
  ])('%s %p of %p', (operator, expected, value, result) => {
    expect(verdict(operator, expected, value)).toBe(result);
  });
});

it('an answer that cannot be compared fails, whatever the severity of the rule', () => {
  const expectation: Expectation = {
    kind: 'sql',
    query: '',
    threshold: { operator: '<', value: 1 },
  };
  const check = { ...planned(expectation), severity: 'warning' };
  const answered = (value: unknown): string =>
    judgeCheck(check, { kind: 'answer', value, durationMs: 1 }).result;
  expect([answered('abc'), answered(5)]).toEqual(['failed', 'warning']);
});

describe('JSON records', () => {
  const other = (result: CheckResult['result'], field: string): CheckResult => ({
    ...judged({ kind: 'json-records' }, { kind: 'records', others: [] }),
    result,
    field,
    reason: `${field} is bad`,
  });
  const records = (...others: CheckResult[]): CheckResult =>
    judged({ kind: 'json-records' }, { kind: 'records', others });

  it('are valid when their values are', () => {
    expect(records(other('passed', 'a'))).toMatchObject({
      engine: 'jsonschema',
      result: 'passed',
      reason: 'All JSON entries are valid.',
    });
  });

  it('name the first failures, and are unknown when only errors are left', () => {
    const failed = ['a', 'b', 'c', 'd'].map((field) => other('failed', field));
    expect(said(records(...failed, other('error', 'x')))).toBe(
      'failed: a: a is bad; b: b is bad; c: c is bad and 1 more',
    );
    expect(said(records(other('error', 'x'), other('passed', 'y')))).toBe('unknown: x: x is bad');
  });
});

describe('columns of the catalogue', () => {
  const table = (...names: string[]): Finding => ({
    kind: 'table-found',
    table: {
      relation: 't',
      cells: 'typed',
      columns: names.map((name) => ({ name, type: 'text' })),
    },
  });

  it('may be forbidden beyond those of the contract', () => {
    const only: Expectation = { kind: 'no-other-columns', names: ['a', 'B'] };
    expect(judged(only, table('A', 'b')).result).toBe('passed');
    expect(said(judged(only, table('a', 'x', "y'")))).toBe(
      "failed: Columns that the contract does not name: 'x', 'y''",
    );
    expect(judged({ kind: 'table-present' }, table()).result).toBe('passed');
  });

  it('are compared with nested shapes', () => {
    const leaf = { members: [], items: undefined, logicalType: undefined };
    const shape = { ...leaf, type: 'array', items: { ...leaf, type: 'integer' } };
    const expectation: Expectation = { kind: 'nested-type', column, shape, types: 'logical' };
    const found = (type: string): Finding => ({
      kind: 'column',
      column: { name: 'c', type },
      dialect: 'postgres',
    });
    expect(judged(expectation, found('integer[]'))).toMatchObject({
      result: 'passed',
      diagnostics: { metric: 'field_nested_type', expected: 'array(integer)' },
    });
    expect(judged(expectation, found('text[]'))).toMatchObject({
      result: 'failed',
      reason: "field 'c[]': expected type 'integer' but got 'string'",
      diagnostics: { errors: ["field 'c[]': expected type 'integer' but got 'string'"] },
    });
    const missing = { kind: 'column', column: undefined, dialect: 'postgres' } as const;
    expect(said(judged(expectation, missing))).toBe("failed: Column 'c' is missing");
  });

  it('answer for the values of columns that have types', () => {
    const rule = { kind: 'castable', logicalType: 'date' } as const;
    const found = (type: string): Finding => ({
      kind: 'column',
      column: { name: 'c', type },
      dialect: 'duckdb',
    });
    expect(judged({ kind: 'rows', column, rule }, found('DATE')).result).toBe('passed');
    expect(said(judged({ kind: 'rows', column, rule }, found('VARCHAR')))).toBe(
      "failed: column: expected type 'date' but got 'string'",
    );
  });
});
