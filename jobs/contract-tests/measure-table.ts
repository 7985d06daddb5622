import { logicalTypeOf } from '../../domain/dialects/column-types.ts';
import type { ExpectationOf, Finding } from './finding.ts';
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

/** What becomes of the checks of one table: answers in the shared pass, and statements of their own. */
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

/** True where a validated constraint of the source leaves no row that could break the rule. */
function isProved({ table }: TableUnderTest, column: ColumnReference, rule: RowRule): boolean {
  const asksForNulls =
    rule.kind === 'not-missing' || (rule.kind === 'not-missing-values' && rule.values.length === 0);
  if (!asksForNulls || (column.steps ?? []).length > 0) return false;
  return findColumn(table, column.name)?.notNull === true;
}

/** Columns that have a type need no look at their values. */
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

/** What no moment can be made of; numbers are seconds since 1970. */
const timelessTypes: ReadonlySet<string> = new Set([
  'string',
  'time',
  'boolean',
  'object',
  'array',
]);

const momentTypes: ReadonlySet<string | undefined> = new Set(['date', 'timestamp']);

/** Of columns of moments the first or last is found before it is made a number, so that an index can find it. */
function momentExpression(
  { dialect }: TableUnderTest,
  value: SqlValue,
  kind: 'min' | 'max',
): ScanItem['expression'] {
  const held = logicalTypeOf(dialect.name, value.baseType ?? value.type);
  if (value.cells === 'typed' && held !== undefined && timelessTypes.has(held)) {
    throw new NotExpressible(`a value of type '${value.type}' is no date and no timestamp`);
  }
  const isMoment = value.cells === 'typed' && momentTypes.has(held);
  const aggregate = isMoment
    ? dialect.epochSeconds({ ...value, sql: `${kind}(${value.sql})` })
    : `${kind}(${dialect.epochSeconds(value)})`;
  return { aggregate };
}

const planMoment: Handler<ExpectationOf<'freshness' | 'retention'>> = (
  under,
  check,
  { expectation, work },
) => {
  const { column, kind } = expectation;
  const value = bindColumn(under.dialect, under.table, column);
  const inner = memberOf(under.dialect, value, column.steps);
  work.shared.items.push({
    check,
    expression: momentExpression(under, inner, kind === 'freshness' ? 'max' : 'min'),
    isRisky: false,
    toFinding: (row, name, { durationMs }): Finding => ({
      kind: 'moment',
      at: numberIn(row[name]),
      now: Date.now() / 1000,
      durationMs,
    }),
  });
};

/** One entry per kind of expectation; a new kind does not compile before it stands here. */
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
  freshness: planMoment,
  retention: planMoment,
  // Judged from the others, when these are known.
  'json-records': () => undefined,
  // Known before anything is read, so these do not come here.
  impossible: () => undefined,
  'not-evaluated': () => undefined,
};

function handle(under: TableUnderTest, check: PlannedCheck, work: Work): void {
  const handler = handlers[check.expectation.kind] as Handler<Expectation>;
  try {
    handler(under, check, { expectation: check.expectation, work });
  } catch (error) {
    // A column that is missing, or a dialect that has no words for it; the others go on.
    under.report(check, broken(error));
  }
}

/**
 * Reports what the catalogue of the source alone answers, and gives the tasks that answer the rest: one pass over the
 * table for everything that can be counted row by row, one statement more for each check of uniqueness, foreign key,
 * frequency or SQL. Tasks are independent of each other.
 */
export function planTable(under: TableUnderTest, checks: readonly PlannedCheck[]): Task[] {
  const work: Work = { shared: { items: [], counts: [] }, tasks: [] };
  for (const check of checks) handle(under, check, work);
  const scan = planScan(under, work.shared);
  return scan === undefined ? work.tasks : [scan, ...work.tasks];
}
