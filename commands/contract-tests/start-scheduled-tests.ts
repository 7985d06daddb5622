import type { Tx } from '../../db/connect.ts';
import {
  clearSkippedTests,
  noteSkippedTests,
} from '../../db/tables/contract-tests/scheduled-test-states.ts';
import type { SkippedTest } from '../../db/tables/contract-tests/scheduled-test-states.ts';
import {
  insertScheduledRuns,
  listOpenScheduledRuns,
} from '../../db/tables/contract-tests/test-runs.ts';
import type { ScheduledRun } from '../../db/tables/contract-tests/test-runs.ts';
import { requestAllWork } from '../../db/tables/work/work.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ScheduledPlan } from './plan-scheduled-tests.ts';

/** A due time of an organization. */
export type DueTime = { organizationId: OrganizationId; dueAt: Date; now: Date };

export type StartedTests = { started: number; skipped: number };

/**
 * Starts the runs of a plan that were not started for this due time yet, and records the skipped ones. A contract and server
 * still being tested for an earlier due time is skipped, too.
 */
export async function startScheduledTests(
  tx: Tx,
  due: DueTime,
  { runs, skipped }: ScheduledPlan,
): Promise<StartedTests> {
  const { organizationId, dueAt } = due;
  const inserted = runs.length > 0 ? await insertScheduledRuns(tx, due, runs) : new Set<string>();
  const started = runs.filter(({ id }) => inserted.has(id));
  if (started.length > 0) {
    await requestAllWork(
      tx,
      started.map((run) => workOf(due, run)),
    );
    await clearSkippedTests(tx, organizationId, started);
  }
  const left = runs.filter(({ id }) => !inserted.has(id));
  const all = [...skipped, ...(await listBusy(tx, due, left))];
  await noteSkippedTests(tx, organizationId, dueAt, all);
  return { started: started.length, skipped: all.length };
}

function workOf({ organizationId, now }: DueTime, { id, workId, dataContractId }: ScheduledRun) {
  return {
    id: workId,
    organizationId,
    kind: 'scheduled-tests',
    job: 'test-on-schedule',
    key: id,
    subjectId: dataContractId,
    payload: { testRunId: id },
    dueAt: now,
    now,
  } as const;
}

/**
 * Tests that were not started because an earlier run is still in progress; the others were started by an earlier attempt at this
 * due time.
 */
async function listBusy(
  tx: Tx,
  due: DueTime,
  left: readonly ScheduledRun[],
): Promise<SkippedTest[]> {
  if (left.length === 0) return [];
  const ids = left.map(({ dataContractId }) => dataContractId);
  const open = await listOpenScheduledRuns(tx, due, ids);
  return left
    .filter((run) =>
      open.some((one) => one.dataContractId === run.dataContractId && one.server === run.server),
    )
    .map(({ dataContractId, server }) => ({
      dataContractId,
      server,
      reason: 'The test of an earlier due time is still in progress.',
    }));
}
