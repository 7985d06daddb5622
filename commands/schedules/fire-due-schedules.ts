import type { Database } from '../../db/connect.ts';
import { advanceSchedule, listDueSchedules } from '../../db/tables/schedules.ts';
import { requestWork } from '../../db/tables/work.ts';
import { transact } from '../../db/transact.ts';
import { nextDue } from '../../domain/schedule.ts';

/** Far enough away to never come: for expressions that are never due again, such as 31 February. */
const never = new Date('9999-12-31T00:00:00Z');

/**
 * Requests the work of every schedule that is due and moves it to its next time after `now`; times missed
 * while no clock ran are caught up once. Any number of clocks may call it: the update of `next_due_at` lets
 * one of them through. Answers how many fired.
 */
export async function fireDueSchedules(database: Database, now: Date): Promise<number> {
  let fired = 0;
  for (const schedule of await listDueSchedules(database.knex, now, 100)) {
    const next = nextDue(schedule.cron, schedule.timezone, now) ?? never;
    const won = await transact(database, async (tx) => {
      if (!(await advanceSchedule(tx, schedule, next))) return false;
      const { organizationId, kind, job, key } = schedule;
      await requestWork(tx, {
        organizationId,
        kind,
        job,
        key,
        payload: {},
        dueAt: schedule.nextDueAt,
        now,
      });
      return true;
    });
    if (won) fired += 1;
  }
  return fired;
}
