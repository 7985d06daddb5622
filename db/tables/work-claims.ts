import { asOrganizationId } from '../../domain/principal.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { WorkKind } from '../../domain/work-kinds.ts';
import { batched } from '../batched.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import { signalAfterCommit } from '../transact.ts';

/** A row as its worker holds it: writes of this attempt must name `fence`. */
export type ClaimedWork = {
  id: string;
  organizationId: OrganizationId | undefined;
  kind: WorkKind;
  job: string;
  key: string;
  payload: string;
  attempt: number;
  maxAttempts: number;
  fence: number;
  createdAt: Date;
};

const claimedColumns = (
  table: string,
): string => `${table}.id, ${table}.organization_id as "organizationId",
    ${table}.kind, ${table}.job, ${table}.key, ${table}.payload::text as payload, ${table}.attempt,
    ${table}.max_attempts as "maxAttempts", ${table}.fence, ${table}.created_at as "createdAt"`;

/**
 * `state = 'QUEUED'`, in words from which no partial index follows. A statement that was planned while little
 * was queued would look for a few ids by going through all that is queued, and keep that plan.
 */
export const isQueued = (table: string): string =>
  `case ${table}.state when 'QUEUED' then true end`;

const claim = {
  name: 'work-claim',
  text: `update work w set state = 'RUNNING', fence = fence + 1, max_attempts = a.max_attempts, started_at = clock_timestamp(),
      lease_until = clock_timestamp() + a.lease_ms * interval '1 millisecond',
      deadline_at = clock_timestamp() + a.timeout_ms * interval '1 millisecond'
    from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::bigint[]) with ordinality
      as a(id, attempt, max_attempts, lease_ms, timeout_ms, n)
    where w.id = a.id and w.attempt = a.attempt and ${isQueued('w')} and w.cancel_requested_at is null
    returning a.n::int as n, ${claimedColumns('w')}`,
};

type ClaimRequest = {
  id: string;
  attempt: number;
  maxAttempts: number;
  leaseMs: number;
  timeoutMs: number;
};

/** Claims and dispatch marks lock QUEUED rows in the order of their ids, so that they do not deadlock. */
const claimTogether = batched<ClaimRequest, ClaimedWork>(
  { mostRunning: 1 },
  async (db, unsorted) => {
    const asked = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const rows = await runStatement<ClaimedWork & { n: number }>(db, claim, [
      asked.map((request) => request.id),
      asked.map((request) => request.attempt),
      asked.map((request) => request.maxAttempts),
      asked.map((request) => request.leaseMs),
      asked.map((request) => request.timeoutMs),
    ]);
    const claimed = new Map(rows.map(({ n, ...row }) => [asked[n - 1], row]));
    return unsorted.map((request) => claimed.get(request));
  },
);

/**
 * Takes a QUEUED attempt for this worker; undefined when another has it, it is over, or it moved on. Any
 * number of workers may try at once, one gets it. Claims of one process that come together share a statement.
 */
export async function claimWork(
  db: Db,
  doorbell: { id: string; attempt: number },
  limits: { maxAttempts: number; leaseMs: number; timeoutMs: number },
): Promise<ClaimedWork | undefined> {
  const row = await claimTogether(db, { ...doorbell, ...limits });
  return row && branded(row);
}

function branded(row: ClaimedWork): ClaimedWork {
  const { organizationId } = row;
  return { ...row, organizationId: organizationId ? asOrganizationId(organizationId) : undefined };
}

/** How a piece of work ends for good, when not by the closing write of its job. */
export type WorkEnd = { state: 'FAILED' | 'CANCELLED'; error?: string | undefined };

/** Notes the attempts that a statement named `ended` has just ended. */
const noteAttempt = (attempt: string, outcome: string): string =>
  `insert into work_attempts (work_id, fence, attempt, outcome, error, started_at, ended_at)
    select id, fence, ${attempt}, ${outcome}, last_error, started_at, clock_timestamp() from ended
    returning work_id as id`;

const finish = {
  name: 'work-finish',
  text: `with ended as (
      update work set state = $3, last_error = $4, finished_at = clock_timestamp(), lease_until = null
      where id = $1 and fence = $2 and state = 'RUNNING'
      returning id, fence, attempt, last_error, started_at)
    ${noteAttempt('attempt', '$3')}`,
};

/** Ends claimed work without success, in the transaction that says what becomes of its subject; false when the claim was lost. */
export async function finishWork(
  tx: Tx,
  work: { id: string; fence: number },
  end: WorkEnd,
): Promise<boolean> {
  const rows = await runStatement(tx, finish, [work.id, work.fence, end.state, end.error]);
  signalAfterCommit(tx, 'work_done');
  return rows.length === 1;
}

const hasten = {
  name: 'work-hasten',
  text: `update work other set available_at = least(other.available_at, $3),
      dispatched_at = case when other.available_at <= $3 then other.dispatched_at end
    from work failed
    where failed.id = $1 and failed.fence = $2 and failed.state = 'RUNNING'
      and other.organization_id is not distinct from failed.organization_id
      and other.kind = failed.kind and other.key = failed.key and other.state = 'QUEUED'
    returning other.id`,
};

const retry = {
  name: 'work-retry',
  text: `with ended as (
      update work set state = 'QUEUED', attempt = attempt + 1, available_at = $3, dispatched_at = null,
        lease_until = null, deadline_at = null, last_error = $4
      where id = $1 and fence = $2 and state = 'RUNNING'
      returning id, fence, attempt, last_error, started_at)
    ${noteAttempt('attempt - 1', "'RETRIED'")}`,
};

/**
 * Puts a failed or abandoned attempt back in the queue for `availableAt`. Answers `superseded`, and leaves
 * the row to the caller, when work of the same key was requested meanwhile: only one may be QUEUED, so that
 * one is done instead, as early as this one would have been. The caller's transaction holds the row.
 */
export async function retryWork(
  tx: Tx,
  work: { id: string; fence: number },
  next: { availableAt: Date; error: string },
): Promise<'queued' | 'superseded' | 'lost'> {
  signalAfterCommit(tx, 'work_due');
  const others = await runStatement(tx, hasten, [work.id, work.fence, next.availableAt]);
  if (others.length > 0) return 'superseded';
  const rows = await runStatement(tx, retry, [work.id, work.fence, next.availableAt, next.error]);
  return rows.length === 1 ? 'queued' : 'lost';
}

const saveProgress = {
  name: 'work-progress',
  text: `update work set progress = $2 where id = $1`,
};

/** Shows how far a job is; called in a fenced transaction. */
export async function updateWorkProgress(tx: Tx, id: string, progress: object): Promise<void> {
  await runStatement(tx, saveProgress, [id, JSON.stringify(progress)]);
}
