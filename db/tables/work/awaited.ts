import type { LateWork } from '../../../domain/operations/late-work.ts';
import { silentSeconds } from '../../../domain/operations/facts.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { isPaused } from './claims.ts';

/** Work that has ended or is deleted, or with `isLate` work that is due and that no worker has claimed. */
export type AwaitedWork = LateWork & { id: string; isLate: boolean };

const isAlive = `seen_at > clock_timestamp() - interval '${silentSeconds} seconds'`;

/** A clock notifies the queue again after 30 s; an older mark says that the clock does not reach Redis. */
const notifiedAgainWithin = `interval '45 seconds'`;

// Processes are only looked up for work that is late.
const list = {
  name: 'work-awaited',
  text: `select asked.id, work.state = 'QUEUED' as "isLate",
      work.state = 'QUEUED' and exists (select from processes where role = 'clock' and ${isAlive}) as clock,
      work.state = 'QUEUED' and exists (
        select from processes where role = 'worker' and work.kind = any(kinds) and ${isAlive}) as worker,
      work.state = 'QUEUED' and ${isPaused('work')} as paused,
      coalesce(dispatched_at > clock_timestamp() - ${notifiedAgainWithin}, false) as notified
    from unnest($1::uuid[]) as asked (id) left join work on work.id = asked.id
    where work.id is null or work.state in ('DONE', 'FAILED', 'CANCELLED')
      or work.state = 'QUEUED' and available_at < clock_timestamp() - $2 * interval '1 millisecond'`,
};

/** The pieces of work among these that have ended, or wait since `lateMs` or longer; for all waiters of a process at once. */
export function listAwaitedWork(
  db: Db,
  ids: readonly string[],
  lateMs: number,
): Promise<AwaitedWork[]> {
  return runStatement<AwaitedWork>(db, list, [ids, lateMs]);
}
