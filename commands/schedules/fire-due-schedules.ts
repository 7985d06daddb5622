import type { Database, Tx } from '../../db/connect.ts';
import { advanceSchedule, listDueSchedules, noteSkipped } from '../../db/tables/schedules.ts';
import type { Schedule } from '../../db/tables/schedules.ts';
import { requestWork } from '../../db/tables/work.ts';
import { transact } from '../../db/transact.ts';
import { nextDue } from '../../domain/schedule.ts';
import { contractOfScheduleKey } from '../../domain/test-schedule.ts';
import { auditIntegration } from '../integrations/integration-request.ts';
import { openRun } from '../integrations/start-run.ts';

/** Far enough away to never come: for expressions that are never due again, such as 31 February. */
const never = new Date('9999-12-31T00:00:00Z');

/**
 * Requests the work of every schedule that is due and moves it to its next time after `now`; times missed
 * while no clock ran are caught up once. Any number of clocks may call it: the update of `next_due_at` lets
 * one of them through. Answers how many fired; when some cannot, the others do, and then it throws.
 */
export async function fireDueSchedules(database: Database, now: Date): Promise<number> {
  const failures: unknown[] = [];
  let fired = 0;
  for (const schedule of await listDueSchedules(database.knex, now, 100)) {
    try {
      if (await fireSchedule(database, schedule, now)) fired += 1;
    } catch (error) {
      failures.push(new Error(`schedule ${schedule.id} cannot fire`, { cause: error }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some schedules cannot fire');
  return fired;
}

/** True when this call was the one that fired it. */
function fireSchedule(database: Database, schedule: Schedule, now: Date): Promise<boolean> {
  const next = nextDue(schedule.cron, schedule.timezone, now) ?? never;
  return transact(database, async (tx) => {
    if (!(await advanceSchedule(tx, schedule, next))) return false;
    await fire(tx, schedule, now);
    return true;
  });
}

/** Requests what a schedule is for; a run of an integration only when none is in progress. */
async function fire(tx: Tx, schedule: Schedule, now: Date): Promise<void> {
  const { organizationId, kind, job, key, nextDueAt: dueAt } = schedule;
  if (kind !== 'ingestion' || !organizationId) {
    await requestWork(tx, {
      organizationId,
      kind,
      job,
      key,
      payload: payloadOf(schedule),
      dueAt,
      now,
    });
    return;
  }
  const cause = { organizationId, id: key, principal: 'system', requestId: undefined, now };
  if (await openRun(tx, cause, { trigger: 'schedule' })) return;
  await noteSkipped(tx, schedule);
  await auditIntegration(tx, 'IngestionRunSkipped', cause, { dueAt: dueAt.toISOString() });
}

/** What starts tests knows the due time, so that each makes at most one test, and whose schedule it was. */
function payloadOf({ kind, key, nextDueAt }: Schedule): Record<string, unknown> {
  if (kind !== 'scheduled-tests') return {};
  return { dueAt: nextDueAt.toISOString(), dataContractId: contractOfScheduleKey(key) };
}
