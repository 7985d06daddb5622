import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import { batched } from '../../batched.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { signalAfterCommit } from '../../transact.ts';

/** Work as its worker holds it: writes of this attempt must present `fence`. */
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
  /** When it was claimed, by the clock of Postgres. */
  startedAt: Date;
  /** The span that requested it, if it is traced. */
  traceparent: string | null;
};

const claimedColumns = (
  table: string,
): string => `${table}.id, ${table}.organization_id as "organizationId",
    ${table}.kind, ${table}.job, ${table}.key, ${table}.payload::text as payload, ${table}.attempt,
    ${table}.max_attempts as "maxAttempts", ${table}.fence, ${table}.created_at as "createdAt",
    ${table}.started_at as "startedAt", ${table}.traceparent`;

/**
 * `state = 'QUEUED'`, written so that no partial index applies. A statement planned while little work was
 * queued would otherwise find a few ids by scanning all queued work, and keep that plan.
 */
export const isQueued = (table: string): string =>
  `case ${table}.state when 'QUEUED' then true end`;

/**
 * The time by which work is due: the time of Postgres, whatever the caller's clock, plus the offset set by
 * tests or a sandbox. The time of the statement, because only a stable expression can use an index.
 */
export const dueTime = (aheadMs: string): string =>
  `(statement_timestamp() + ${aheadMs}::float8 * interval '1 millisecond')`;

/** True for work of a kind that operators have paused. */
export const isPaused = (table: string): string =>
  `exists (select from paused_kinds paused where paused.kind = ${table}.kind)`;

const claim = {
  name: 'work-claim',
  text: `update work w set state = 'RUNNING', fence = fence + 1, max_attempts = a.max_attempts, started_at = clock_timestamp(),
      lease_until = clock_timestamp() + a.lease_ms * interval '1 millisecond',
      deadline_at = clock_timestamp() + a.timeout_ms * interval '1 millisecond'
    from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::float8[]) with ordinality
      as a(id, attempt, max_attempts, lease_ms, timeout_ms, ahead_ms, n)
    where w.id = a.id and w.attempt = a.attempt and ${isQueued('w')} and w.cancel_requested_at is null
      and w.available_at <= ${dueTime('a.ahead_ms')} and not ${isPaused('w')}
    returning a.n::int as n, ${claimedColumns('w')}`,
};

const putBack = {
  name: 'work-put-back-unclaimed',
  text: `update work w set dispatched_at = null from unnest($1::uuid[], $2::int[]) as a(id, attempt)
    where w.id = a.id and w.attempt = a.attempt and ${isQueued('w')} and w.dispatched_at is not null`,
};

type ClaimRequest = {
  id: string;
  attempt: number;
  maxAttempts: number;
  leaseMs: number;
  timeoutMs: number;
  aheadMs?: number | undefined;
};

/** Claims and dispatch marks lock QUEUED rows in the order of their ids, so that they do not deadlock. */
const claimTogether = batched<ClaimRequest, ClaimedWork>(
  { maxRunning: 1 },
  async (db, unsorted) => {
    const asked = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const rows = await runStatement<ClaimedWork & { n: number }>(db, claim, [
      asked.map((request) => request.id),
      asked.map((request) => request.attempt),
      asked.map((request) => request.maxAttempts),
      asked.map((request) => request.leaseMs),
      asked.map((request) => request.timeoutMs),
      asked.map((request) => request.aheadMs ?? 0),
    ]);
    const claimed = new Map(rows.map(({ n, ...row }) => [asked[n - 1], row]));
    await putBackUnclaimed(
      db,
      asked.filter((request) => !claimed.has(request)),
    );
    return unsorted.map((request) => claimed.get(request));
  },
);

/**
 * Clears the dispatch mark of attempts that wait although their entry was taken: they were notified too early,
 * moved to a later time, or their kind is or was paused. They are notified again when due or resumed.
 */
async function putBackUnclaimed(db: Db, missed: readonly ClaimRequest[]): Promise<void> {
  if (missed.length === 0) return;
  await runStatement(db, putBack, [
    missed.map((request) => request.id),
    missed.map((request) => request.attempt),
  ]);
}

/**
 * Claims a QUEUED attempt for this worker; undefined when another worker has it, it has ended or moved on, its
 * kind is paused, or it is not due by the clock of Postgres. Any number of workers may try at once and one succeeds. Concurrent
 * claims of one process share a statement.
 */
export async function claimWork(
  db: Db,
  due: { id: string; attempt: number },
  limits: Omit<ClaimRequest, 'id' | 'attempt'>,
): Promise<ClaimedWork | undefined> {
  const row = await claimTogether(db, { ...due, ...limits });
  return row && branded(row);
}

function branded(row: ClaimedWork): ClaimedWork {
  const { organizationId } = row;
  return { ...row, organizationId: organizationId ? asOrganizationId(organizationId) : undefined };
}

/** A final state of work other than the closing write of its job. */
export type WorkEnd = { state: 'FAILED' | 'CANCELLED'; error?: string | undefined };

/** Records the attempts that a statement named `ended` has just ended. */
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

/**
 * Ends claimed work without success, in the transaction that also updates its subject; false when the claim was
 * lost.
 */
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
  text: `update work other set available_at = least(other.available_at, ${dueTime('$3')}),
      dispatched_at = case when other.available_at <= ${dueTime('$3')} then other.dispatched_at end
    from work failed
    where failed.id = $1 and failed.fence = $2 and failed.state = 'RUNNING'
      and other.organization_id is not distinct from failed.organization_id
      and other.kind = failed.kind and other.key = failed.key and other.state = 'QUEUED'
    returning other.id`,
};

const retry = {
  name: 'work-retry',
  text: `with ended as (
      update work set state = 'QUEUED', attempt = attempt + 1, available_at = ${dueTime('$3')}, dispatched_at = null,
        lease_until = null, deadline_at = null, last_error = $4
      where id = $1 and fence = $2 and state = 'RUNNING'
      returning id, fence, attempt, last_error, started_at)
    ${noteAttempt('attempt - 1', "'RETRIED'")}`,
};

/**
 * Returns a failed or abandoned attempt to the queue, due in `waitMs`. Returns `superseded`, and leaves the row
 * to the caller, when work of the same key was requested meanwhile: only one may be QUEUED, so the newer work
 * runs instead, as early as this attempt would have. The caller's transaction holds the row.
 */
export async function retryWork(
  tx: Tx,
  work: { id: string; fence: number },
  next: { waitMs: number; error: string },
): Promise<'queued' | 'superseded' | 'lost'> {
  signalAfterCommit(tx, 'work_due');
  const others = await runStatement(tx, hasten, [work.id, work.fence, next.waitMs]);
  if (others.length > 0) return 'superseded';
  const rows = await runStatement(tx, retry, [work.id, work.fence, next.waitMs, next.error]);
  return rows.length === 1 ? 'queued' : 'lost';
}

const saveProgress = {
  name: 'work-progress',
  text: `update work set progress = $2 where id = $1`,
};

/** Records the progress of a job; called in a fenced transaction. */
export async function updateWorkProgress(tx: Tx, id: string, progress: object): Promise<void> {
  await runStatement(tx, saveProgress, [id, JSON.stringify(progress)]);
}
