import type { Source, SourceRow, SourceTable } from '../../connectors/connector.ts';
import { isTimeoutError, messageOf } from '../../connectors/source-error.ts';
import type { Finding } from './finding.ts';
import type { PlannedCheck } from './plan/planned-check.ts';
import { aggregateQuery } from './sql/table-queries.ts';
import type { BoundRule } from './sql/table-queries.ts';

/** Called as soon as something is known of a check. */
export type Report = (check: PlannedCheck, finding: Finding) => void;

/** One table under test. */
export type Measured = { source: Source; table: SourceTable; report: Report; signal: AbortSignal };

/** A check whose rule is bound to a column that is there. */
export type RowCheck = { check: PlannedCheck; rule: BoundRule };

/** Postgres allows 1664 columns in an answer; beyond this a table is read once per batch. */
const rulesPerQuery = 500;

const longestReason = 500;

/** The first line of what a driver says; further lines quote our SQL and local paths. */
export function shortMessage(error: unknown): string {
  const firstLine = messageOf(error).split('\n')[0] ?? '';
  return firstLine.length > longestReason ? `${firstLine.slice(0, longestReason)}…` : firstLine;
}

/** The finding of a check whose statement the source refused. */
export function broken(error: unknown): Finding {
  return { kind: 'broken', reason: `Error evaluating check: ${shortMessage(error)}` };
}

/** A count of an answer. */
export function countIn(row: SourceRow | undefined, name: string): number {
  return Number(row?.[name] ?? 0);
}

async function countRows(measured: Measured, checks: readonly RowCheck[]): Promise<number> {
  const query = aggregateQuery(
    measured.table.relation,
    checks.map(({ rule }) => rule),
  );
  const [row] = await measured.source.query(query);
  const rowCount = countIn(row, 'row_count');
  checks.forEach(({ check }, index) => {
    measured.report(check, { kind: 'counted', value: countIn(row, `count_${index}`), rowCount });
  });
  return rowCount;
}

/** One rule that the source cannot evaluate makes the whole statement fail; halving finds it in few scans. */
async function isolate(measured: Measured, checks: readonly RowCheck[]): Promise<void> {
  const [first] = checks;
  if (first === undefined) return;
  try {
    await countRows(measured, checks);
  } catch (error) {
    measured.signal.throwIfAborted();
    if (isTimeoutError(error) || checks.length === 1) {
      for (const { check } of checks) measured.report(check, broken(error));
      return;
    }
    const middle = Math.ceil(checks.length / 2);
    await isolate(measured, checks.slice(0, middle));
    await isolate(measured, checks.slice(middle));
  }
}

/**
 * Reads the table once for all rules (and the row counts); when that fails although the table can be read, finds the
 * rules that the source cannot evaluate, so that only they are broken. Rejects only when aborted.
 */
export async function measureRows(
  measured: Measured,
  rowChecks: readonly RowCheck[],
  countChecks: readonly PlannedCheck[],
): Promise<void> {
  const { report, signal } = measured;
  const first = rowChecks.slice(0, rulesPerQuery);
  const reportCount = (rowCount: number): void => {
    for (const check of countChecks) report(check, { kind: 'counted', value: rowCount, rowCount });
  };
  try {
    reportCount(await countRows(measured, first));
  } catch (error) {
    signal.throwIfAborted();
    await measureApart(measured, { checks: first, countChecks, reportCount, error });
  }
  for (let start = rulesPerQuery; start < rowChecks.length; start += rulesPerQuery) {
    await isolate(measured, rowChecks.slice(start, start + rulesPerQuery));
  }
}

type FailedBatch = {
  checks: readonly RowCheck[];
  countChecks: readonly PlannedCheck[];
  reportCount: (rowCount: number) => void;
  error: unknown;
};

async function measureApart(measured: Measured, batch: FailedBatch): Promise<void> {
  let failure = batch.error;
  if (!isTimeoutError(failure) && batch.checks.length > 0) {
    try {
      batch.reportCount(await countRows(measured, []));
      return await isolate(measured, batch.checks);
    } catch (error) {
      measured.signal.throwIfAborted();
      failure = error;
    }
  }
  const checks = [...batch.checks.map(({ check }) => check), ...batch.countChecks];
  for (const check of checks) measured.report(check, broken(failure));
}
