import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind, WorkState } from '../../../domain/work/kinds.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { signalAfterCommit } from '../../transact.ts';

/** Work as an intervention needs it; its row is locked until the end of the transaction. */
export type LockedWork = {
  id: string;
  organizationId: OrganizationId | null;
  kind: WorkKind;
  job: string;
  key: string;
  payload: string;
  state: WorkState;
};

const lock = {
  name: 'work-lock',
  text: `select id, organization_id as "organizationId", kind, job, key, payload::text as payload, state
    from work where id = $1 for update`,
};

/** Locks a piece of work of any organization; undefined when there is none. */
export async function lockWork(tx: Tx, id: string): Promise<LockedWork | undefined> {
  const [row] = await runStatement<LockedWork>(tx, lock, [id]);
  return row;
}

const requeue = {
  name: 'work-requeue',
  text: `update work set state = 'QUEUED', available_at = least($2, statement_timestamp()), dispatched_at = null, finished_at = null,
      cancel_requested_at = null, deadline_at = null, progress = null,
      attempt = attempt + (select count(*) from work_attempts a where a.work_id = $1 and a.attempt = work.attempt)::int
    where id = $1 and state in ('QUEUED', 'FAILED', 'CANCELLED')`,
};

/**
 * Makes locked work due at `now`: waiting work is moved forward, failed or cancelled work gets one more
 * attempt, without counting an attempt that was cancelled before any worker had claimed it. The database
 * refuses (`work_queued_once`) when other work of the same key waits.
 */
export async function requeueWork(tx: Tx, id: string, now: Date): Promise<void> {
  await runStatement(tx, requeue, [id, now]);
  signalAfterCommit(tx, 'work_due');
}
