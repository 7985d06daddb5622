import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { signalAfterCommit } from '../../transact.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import { dueTime, isPaused, isQueued } from './claims.ts';

/** A notification to a queue that an attempt of work is due. */
export type DueAttempt = { id: string; kind: WorkKind; attempt: number };

/** A notification with the due time for which it was sent. */
export type DueWork = DueAttempt & { availableAt: Date };

const listDue = {
  name: 'work-list-due',
  // Each kind by itself, so that much work of a paused kind costs nothing.
  text: `select due.id, due.kind, due.attempt, due.available_at as "availableAt",
      extract(epoch from ${dueTime('$2')} - due.available_at)::float8 as "lateSeconds", due.traceparent
    from unnest($3::text[]) as known (kind)
    cross join lateral (
      select id, kind, attempt, available_at, traceparent from work
      where work.kind = known.kind and state = 'QUEUED' and dispatched_at is null and available_at <= ${dueTime('$2')}
      order by available_at limit $1) due
    where not ${isPaused('known')}
    order by due.available_at limit $1`,
};

/** Due work, and for how long it has been due. */
export type LateWork = DueWork & { lateSeconds: number; traceparent: string | null };

/**
 * Attempts that are due by the clock of Postgres and whose queue was not notified, oldest first, but not those of paused kinds.
 * Takes no lock, so several dispatchers may see the same attempts. `aheadMs` is the offset of the caller's clock.
 */
export function listDueWork(db: Db, limit: number, aheadMs = 0): Promise<LateWork[]> {
  return runStatement<LateWork>(db, listDue, [limit, aheadMs, workKinds]);
}

const listUnclaimed = {
  name: 'work-list-unclaimed',
  text: `select id, kind, attempt, available_at as "availableAt" from work
    where state = 'QUEUED' and dispatched_at < clock_timestamp() - $1 * interval '1 millisecond' and not ${isPaused('work')}
    order by dispatched_at limit $2`,
};

/** Attempts whose queue was notified longer ago than `olderThanMs` and that no worker has claimed. */
export function listUnclaimedWork(db: Db, olderThanMs: number, limit: number): Promise<DueWork[]> {
  return runStatement<DueWork>(db, listUnclaimed, [olderThanMs, limit]);
}

const mark = {
  name: 'work-mark-dispatched',
  text: `update work w set dispatched_at = clock_timestamp()
    from unnest($1::uuid[], $2::int[], $3::timestamptz[]) as notified(id, attempt, available_at)
    where w.id = notified.id and w.attempt = notified.attempt and w.available_at = notified.available_at
      and ${isQueued('w')}`,
};

/**
 * Records that the queues were notified, except for attempts that changed or moved to another time meanwhile.
 * Locks rows in the order of their ids, as claims do.
 */
export async function markDispatched(db: Db, attempts: readonly DueWork[]): Promise<void> {
  const notified = attempts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await runStatement(db, mark, [
    notified.map((attempt) => attempt.id),
    notified.map((attempt) => attempt.attempt),
    notified.map((attempt) => attempt.availableAt),
  ]);
}

const forgetKind = {
  name: 'work-forget-dispatch-of-kind',
  text: `with notified as (
      select id from work where state = 'QUEUED' and dispatched_at is not null and kind = $1 order by id for update)
    update work set dispatched_at = null where id in (select id from notified)`,
};

/** Clears the dispatch marks of a kind, so that its waiting attempts are notified again when it is resumed. */
export async function clearDispatchesOf(tx: Tx, kind: WorkKind): Promise<void> {
  await runStatement(tx, forgetKind, [kind]);
  signalAfterCommit(tx, 'work_due');
}

const forget = {
  name: 'work-forget-dispatch',
  text: `with notified as (
      select id from work where state = 'QUEUED' and dispatched_at is not null order by id for update),
    reset as (
      update work set dispatched_at = null where id in (select id from notified) returning 1)
    select count(*)::int as count from reset`,
};

/**
 * Clears all dispatch marks after Redis lost its data, so that every waiting attempt is notified again; returns
 * their number.
 */
export async function clearDispatches(db: Db): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, forget, []);
  return row?.count ?? 0;
}
