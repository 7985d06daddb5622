import type { WorkKind } from '../../domain/work-kinds.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** What a queue is told: an attempt of a piece of work that is due. */
export type Doorbell = { id: string; kind: WorkKind; attempt: number };

/** A doorbell with the due time that it was rung for. */
export type DueWork = Doorbell & { availableAt: Date };

const listDue = {
  name: 'work-list-due',
  text: `select id, kind, attempt, available_at as "availableAt" from work
    where state = 'QUEUED' and dispatched_at is null and available_at <= $1
    order by available_at limit $2`,
};

/** Due attempts that no queue was told of, oldest first; takes no lock, several dispatchers may see the same. */
export function listDueWork(db: Db, now: Date, limit: number): Promise<DueWork[]> {
  return runStatement<DueWork>(db, listDue, [now, limit]);
}

const listUnclaimed = {
  name: 'work-list-unclaimed',
  text: `select id, kind, attempt, available_at as "availableAt" from work
    where state = 'QUEUED' and dispatched_at < clock_timestamp() - $1 * interval '1 millisecond'
    order by dispatched_at limit $2`,
};

/** Attempts whose queue was told longer ago than `olderThanMs` and which nobody has claimed since. */
export function listUnclaimedWork(db: Db, olderThanMs: number, limit: number): Promise<DueWork[]> {
  return runStatement<DueWork>(db, listUnclaimed, [olderThanMs, limit]);
}

const mark = {
  name: 'work-mark-dispatched',
  text: `with told as (
      select * from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as t(id, attempt, available_at)),
    waiting as (
      select w.id from work w
      join told t on t.id = w.id and t.attempt = w.attempt and t.available_at = w.available_at
      where w.state = 'QUEUED' order by w.id for update of w)
    update work set dispatched_at = clock_timestamp() where id in (select id from waiting)`,
};

/** Notes that the queues were told; attempts that moved on, or to another time, meanwhile are left alone. */
export async function markDispatched(db: Db, told: readonly DueWork[]): Promise<void> {
  await runStatement(db, mark, [
    told.map((bell) => bell.id),
    told.map((bell) => bell.attempt),
    told.map((bell) => bell.availableAt),
  ]);
}

const forget = {
  name: 'work-forget-dispatch',
  text: `with reset as (
      update work set dispatched_at = null where state = 'QUEUED' and dispatched_at is not null returning 1)
    select count(*)::int as count from reset`,
};

/** After Redis lost its data: every attempt that still waits must be told again. Answers how many there are. */
export async function forgetDispatches(db: Db): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, forget, []);
  return row?.count ?? 0;
}
