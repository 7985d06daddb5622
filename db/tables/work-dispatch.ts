import type { WorkKind } from '../../domain/work-kinds.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import { isQueued } from './work-claims.ts';

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
  text: `update work w set dispatched_at = clock_timestamp()
    from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as told(id, attempt, available_at)
    where w.id = told.id and w.attempt = told.attempt and w.available_at = told.available_at
      and ${isQueued('w')}`,
};

/**
 * Notes that the queues were told; attempts that moved on, or to another time, meanwhile are left alone. Rows
 * are locked in the order of their ids, as claims do.
 */
export async function markDispatched(db: Db, rung: readonly DueWork[]): Promise<void> {
  const told = rung.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await runStatement(db, mark, [
    told.map((bell) => bell.id),
    told.map((bell) => bell.attempt),
    told.map((bell) => bell.availableAt),
  ]);
}

const forget = {
  name: 'work-forget-dispatch',
  text: `with told as (
      select id from work where state = 'QUEUED' and dispatched_at is not null order by id for update),
    reset as (
      update work set dispatched_at = null where id in (select id from told) returning 1)
    select count(*)::int as count from reset`,
};

/** After Redis lost its data: every attempt that still waits must be told again. Answers how many there are. */
export async function forgetDispatches(db: Db): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, forget, []);
  return row?.count ?? 0;
}
