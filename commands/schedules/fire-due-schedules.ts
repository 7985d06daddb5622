import type { Database, Tx } from '../../db/connect.ts';
import { advanceSchedule, listDueSchedules, noteSkipped } from '../../db/tables/work/schedules.ts';
import type { Schedule } from '../../db/tables/work/schedules.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import { nextDue } from '../../domain/work/schedule.ts';
import { contractOfScheduleKey } from '../../domain/contract-tests/schedule.ts';
import { auditIntegration } from '../integrations/integration-request.ts';
import { openRun } from '../integrations/start-run.ts';

/** The next due time of expressions that are never due again, such as February 31. */
const never = new Date('9999-12-31T00:00:00Z');

/**
 * Requests the work of every due schedule and moves the schedule to its next time after `now`; times missed while no clock ran
 * are caught up once. Any number of clocks may call it: the update of `next_due_at` lets only one proceed. Returns the number of
 * fired schedules; if some fail, the others still fire, and then it throws.
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

/** True if this call fired the schedule. */
function fireSchedule(database: Database, schedule: Schedule, now: Date): Promise<boolean> {
  const next = nextDue(schedule.cron, schedule.timezone, now) ?? never;
  return transact(database, async (tx) => {
    if (!(await advanceSchedule(tx, schedule, next))) return false;
    await fire(tx, schedule, now);
    return true;
  });
}

/** Requests the work of a schedule; a run of an integration only if none is in progress. */
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

/** The payload of scheduled tests has the due time, so that each due time starts at most one test, and the key of the schedule. */
function payloadOf({ kind, key, nextDueAt }: Schedule): Record<string, unknown> {
  if (kind !== 'scheduled-tests') return {};
  return { dueAt: nextDueAt.toISOString(), dataContractId: contractOfScheduleKey(key) };
}
