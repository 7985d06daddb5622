import { logicalTypeOf } from '../../domain/dialects/types/column-types.ts';
import type { ExpectationOf, Finding } from './judge/finding.ts';
import { planForeignKey, planFrequency, planSqlRule, planUnique } from './measure-keys.ts';
import type { ColumnReference, Expectation, PlannedCheck, RowRule } from './plan/planned-check.ts';
import { sampleRows } from './samples.ts';
import { planScan } from './scan-table.ts';
import type { CountItem, ScanItem, SharedScan } from './scan-table.ts';
import { offendingRows } from './sql/offending-rows.ts';
import { NotExpressible } from './sql/sql-dialect.ts';
import type { SqlValue } from './sql/sql-dialect.ts';
import { bindColumn, broken, countIn, findColumn, memberOf, numberIn } from './table-under-test.ts';
import type { TableUnderTest, Task } from './table-under-test.ts';

/** The plan for the checks of one table: a shared scan, and separate statements. */
type Work = { shared: SharedScan; tasks: Task[] };

type Handler<Expected extends Expectation> = (
  under: TableUnderTest,
  check: PlannedCheck,
  given: { expectation: Expected; work: Work },
) => void;

type ColumnKind = 'present' | 'logical-type' | 'physical-type' | 'nested-type';

const byColumn: Handler<ExpectationOf<ColumnKind>> = (
  { table, source, report },
  check,
  { expectation },
) => {
  const column = findColumn(table, expectation.column.name);
  report(check, { kind: 'column', column, dialect: source.dialect });
};

const addTask = (work: Work, task: Task | undefined): void => {
  if (task !== undefined) work.tasks.push(task);
};

const riskyRules: ReadonlySet<RowRule['kind']> = new Set(['pattern', 'valid']);

/** True if a validated constraint of the source excludes rows that break the rule. */
function isProved({ table }: TableUnderTest, column: ColumnReference, rule: RowRule): boolean {
  const asksForNulls =
    rule.kind === 'not-missing' || (rule.kind === 'not-missing-values' && rule.values.length === 0);
  if (!asksForNulls || (column.steps ?? []).length > 0) return false;
  return findColumn(table, column.name)?.notNull === true;
}

/** Typed columns make a check of their values unnecessary. */
function isTypeOfColumn(value: SqlValue, column: ColumnReference, rule: RowRule): boolean {
  return rule.kind === 'castable' && value.cells === 'typed' && (column.steps ?? []).length === 0;
}

const provedCount = (check: PlannedCheck): CountItem => ({
  check,
  isAsking: false,
  toFinding: (scan) => ({
    kind: 'counted',
    value: 0,
    rowCount: scan?.rowCount,
    proved: true,
  }),
});

const planRows: Handler<ExpectationOf<'rows'>> = (under, check, { expectation, work }) => {
  const { column, rule } = expectation;
  const value = bindColumn(under.dialect, under.table, column);
  if (isTypeOfColumn(value, column, rule)) {
    const found = findColumn(under.table, column.name);
    under.report(check, { kind: 'column', column: found, dialect: under.source.dialect });
    return;
  }
  if (isProved(under, column, rule)) {
    work.shared.counts.push(provedCount(check));
    return;
  }
  const where = offendingRows(under.dialect, value, { rule, steps: column.steps });
  work.shared.items.push({
    check,
    expression: { countWhere: where },
    isRisky: riskyRules.has(rule.kind),
    toFinding: (row, name, { rowCount, durationMs }) => ({
      kind: 'counted',
      value: countIn(row, name),
      rowCount,
      durationMs,
    }),
    sampler: sampleRows(under, column, where),
  });
};

const countAll: Handler<ExpectationOf<'row-count'>> = (_under, check, { work }) => {
  work.shared.counts.push({
    check,
    isAsking: true,
    toFinding: (scan) => ({
      kind: 'counted',
      value: scan?.rowCount ?? 0,
      rowCount: scan?.rowCount,
      ...(scan === undefined ? {} : { durationMs: scan.durationMs }),
    }),
  });
};

/** Types that cannot be converted to a timestamp; numbers are seconds since 1970. */
const timelessTypes: ReadonlySet<string> = new Set([
  'string',
  'time',
  'boolean',
  'object',
  'array',
]);

const timestampTypes: ReadonlySet<string | undefined> = new Set(['date', 'timestamp']);

/**
 * Takes the minimum or maximum of timestamps before converting it to a number, so that an index can be used.
 */
function timestampExpression(
  { dialect }: TableUnderTest,
  value: SqlValue,
  kind: 'min' | 'max',
): ScanItem['expression'] {
  const held = logicalTypeOf(dialect.name, value.baseType ?? value.type);
  if (value.cells === 'typed' && held !== undefined && timelessTypes.has(held)) {
    throw new NotExpressible(`a value of type '${value.type}' is neither a date nor a timestamp`);
  }
  const isTimestamp = value.cells === 'typed' && timestampTypes.has(held);
  const aggregate = isTimestamp
    ? dialect.epochSeconds({ ...value, sql: `${kind}(${value.sql})` })
    : `${kind}(${dialect.epochSeconds(value)})`;
  return { aggregate };
}

const planTimestamp: Handler<ExpectationOf<'freshness' | 'retention'>> = (
  under,
  check,
  { expectation, work },
) => {
  const { column, kind } = expectation;
  const value = bindColumn(under.dialect, under.table, column);
  const inner = memberOf(under.dialect, value, column.steps);
  work.shared.items.push({
    check,
    expression: timestampExpression(under, inner, kind === 'freshness' ? 'max' : 'min'),
    isRisky: false,
    toFinding: (row, name, { durationMs }): Finding => ({
      kind: 'timestamp',
      at: numberIn(row[name]),
      now: under.now(),
      durationMs,
    }),
  });
};

/** One entry for each kind of expectation; the compiler enforces completeness. */
const handlers: { [Kind in Expectation['kind']]: Handler<ExpectationOf<Kind>> } = {
  'table-present': ({ table, report }, check) => report(check, { kind: 'table-found', table }),
  'no-other-columns': ({ table, report }, check) => report(check, { kind: 'table-found', table }),
  present: byColumn,
  'physical-type': byColumn,
  'logical-type': byColumn,
  'nested-type': byColumn,
  rows: planRows,
  'row-count': countAll,
  unique: (under, check, { expectation, work }) =>
    addTask(work, planUnique(under, check, expectation)),
  'foreign-key': (under, check, { expectation, work }) =>
    addTask(work, planForeignKey(under, check, expectation)),
  frequency: (under, check, { expectation, work }) =>
    addTask(work, planFrequency(under, check, expectation)),
  sql: (under, check, { expectation, work }) =>
    addTask(work, planSqlRule(under, check, expectation)),
  freshness: planTimestamp,
  retention: planTimestamp,
  // Judged from the other checks once these are known.
  'json-records': () => undefined,
  // Judged before anything is read, so these are never planned.
  impossible: () => undefined,
  'not-evaluated': () => undefined,
};

function handle(under: TableUnderTest, check: PlannedCheck, work: Work): void {
  const handler = handlers[check.expectation.kind] as Handler<Expectation>;
  try {
    handler(under, check, { expectation: check.expectation, work });
  } catch (error) {
    // A missing column, or a dialect without the feature; other checks continue.
    under.report(check, broken(error));
  }
}

/**
 * Reports checks that the catalog of the source already decides, and returns tasks for the rest: one shared scan of the
 * table for all row-by-row counts, and one further statement for each check of uniqueness, foreign key, frequency or
 * SQL. Tasks are independent of each other.
 */
export function planTable(under: TableUnderTest, checks: readonly PlannedCheck[]): Task[] {
  const work: Work = { shared: { items: [], counts: [] }, tasks: [] };
  for (const check of checks) handle(under, check, work);
  const scan = planScan(under, work.shared);
  return scan === undefined ? work.tasks : [scan, ...work.tasks];
}
