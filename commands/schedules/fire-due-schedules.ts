import type { Database } from '../../db/connect.ts';
import { advanceSchedule, listDueSchedules } from '../../db/tables/schedules.ts';
import type { Schedule } from '../../db/tables/schedules.ts';
import { requestWork } from '../../db/tables/work.ts';
import { transact } from '../../db/transact.ts';
import { nextDue } from '../../domain/schedule.ts';

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
  const { organizationId, kind, job, key, nextDueAt: dueAt } = schedule;
  const next = nextDue(schedule.cron, schedule.timezone, now) ?? never;
  return transact(database, async (tx) => {
    if (!(await advanceSchedule(tx, schedule, next))) return false;
    await requestWork(tx, { organizationId, kind, job, key, payload: {}, dueAt, now });
    return true;
  });
}
