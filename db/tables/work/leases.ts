import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { isPaused } from './claims.ts';
import type { ClaimedWork } from './claims.ts';

const listExpired = {
  name: 'work-list-expired',
  text: `select id from work
    where lease_until is not null and state = 'RUNNING'
      and (lease_until < clock_timestamp() or deadline_at < clock_timestamp() - interval '30 seconds')
    order by lease_until limit $1`,
};

/**
 * RUNNING work whose worker has been silent for longer than its lease, or which overran its deadline by far.
 */
export async function listExpiredWork(db: Db, limit: number): Promise<string[]> {
  return (await runStatement<{ id: string }>(db, listExpired, [limit])).map((row) => row.id);
}

const lockExpired = {
  name: 'work-lock-expired',
  text: `select id, organization_id as "organizationId", kind, job, key, payload::text as payload, attempt,
      max_attempts as "maxAttempts", fence, created_at as "createdAt", started_at as "startedAt", cancel_requested_at is not null as "cancelled"
    from work
    where id = $1 and state = 'RUNNING'
      and (lease_until < clock_timestamp() or deadline_at < clock_timestamp() - interval '30 seconds')
    for update skip locked`,
};

/**
 * Locks expired work for the caller's transaction; undefined when it is no longer expired or locked by another
 * process.
 */
export async function lockExpiredWork(
  tx: Tx,
  id: string,
): Promise<(ClaimedWork & { cancelled: boolean }) | undefined> {
  const [row] = await runStatement<ClaimedWork & { cancelled: boolean }>(tx, lockExpired, [id]);
  return row && { ...row, organizationId: row.organizationId ?? undefined };
}

const oldestUnclaimed = {
  name: 'work-unclaimed-kinds',
  text: `select distinct kind from work
    where state = 'QUEUED' and dispatched_at < clock_timestamp() - $1 * interval '1 millisecond' and kind = any($2)
      and not ${isPaused('work')}`,
};

/** Kinds, but not paused ones, with attempts that were dispatched longer ago than `olderThanMs` and that no worker has claimed. */
export async function listUnclaimedKinds(
  db: Db,
  olderThanMs: number,
  kinds: readonly string[],
): Promise<string[]> {
  const rows = await runStatement<{ kind: string }>(db, oldestUnclaimed, [olderThanMs, kinds]);
  return rows.map((row) => row.kind);
}
