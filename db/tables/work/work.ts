import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import { currentTraceparent } from '../../../lib/tracing/tracing.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { signalAfterCommit } from '../../transact.ts';

/** A request for work: `key` identifies it among the QUEUED work of its kind, `dueAt` is business time. */
export type WorkRequest = {
  /** Chosen by the caller when a row written earlier must reference it. */
  id?: string;
  organizationId: OrganizationId | undefined;
  kind: WorkKind;
  job: string;
  key: string;
  subjectId?: string | undefined;
  payload: Record<string, unknown>;
  dueAt: Date;
  now: Date;
};

const columns = `insert into work (id, organization_id, kind, job, key, subject_id, payload, available_at, created_at, traceparent)`;

/** Work that is due now is due for Postgres as well, even if the caller's clock is slightly ahead. */
const availableAt = (dueAt: string, now: string): string =>
  `case when ${dueAt} <= ${now} then least(${dueAt}, statement_timestamp()) else ${dueAt} end`;

const values = `values ($1, $2, $3, $4, $5, $6, $7, ${availableAt('$8::timestamptz', '$9::timestamptz')}, $9, $10)`;

const selected = `select id, organization_id, kind, job, key, subject_id, payload, ${availableAt('due_at', 'now')}, now, traceparent
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
      $7::json[], $8::timestamptz[], $9::timestamptz[], $10::text[])
      as r(id, organization_id, kind, job, key, subject_id, payload, due_at, now, traceparent)`;

const orMove = `on conflict (organization_id, kind, key) where state = 'QUEUED' do update
    set job = excluded.job, payload = excluded.payload, available_at = excluded.available_at, dispatched_at = null,
      traceparent = excluded.traceparent
    returning id`;

const orKeep = `on conflict (organization_id, kind, key) where state = 'QUEUED' do update
    set job = excluded.job, payload = excluded.payload, traceparent = excluded.traceparent,
      available_at = least(work.available_at, excluded.available_at),
      dispatched_at = case when work.available_at <= excluded.available_at then work.dispatched_at end
    returning id`;

const requestAtLatest = {
  name: 'work-request-at-latest',
  text: `${columns} ${values} ${orKeep}`,
};

const request = {
  name: 'work-request',
  text: `${columns} ${values} ${orMove}`,
};

const requestAll = {
  name: 'work-request-all',
  text: `${columns} ${selected} ${orMove}`,
};

const requestAllAtLatest = {
  name: 'work-request-all-at-latest',
  text: `${columns} ${selected} ${orKeep}`,
};

function requestValues(work: WorkRequest): unknown[] {
  const { organizationId, kind, job, key, subjectId, dueAt, now } = work;
  return [
    work.id ?? newId(),
    organizationId,
    kind,
    job,
    key,
    subjectId,
    JSON.stringify(work.payload),
    dueAt,
    now,
    currentTraceparent(),
  ];
}

/**
 * Records work in the caller's transaction without touching Redis. QUEUED work of the same key is moved to the
 * new time and payload. Returns the id of the row.
 */
export async function requestWork(tx: Tx, work: WorkRequest): Promise<string> {
  const [row] = await runStatement<{ id: string }>(tx, request, requestValues(work));
  if (!row) throw new Error('work was not recorded');
  signalAfterCommit(tx, 'work_due');
  return row.id;
}

/**
 * Like `requestWork`, but waiting work of the same key is only moved to an earlier time, never to a later one.
 */
export async function requestWorkAtLatest(tx: Tx, work: WorkRequest): Promise<void> {
  await runStatement(tx, requestAtLatest, requestValues(work));
  signalAfterCommit(tx, 'work_due');
}

const lockQueued = {
  name: 'work-lock-queued',
  text: `select w.id from unnest($1::uuid[], $2::text[], $3::text[]) as asked(organization_id, kind, key)
    join work w on w.organization_id = asked.organization_id and w.kind = asked.kind and w.key = asked.key
      and w.state = 'QUEUED'
    order by w.id for update of w`,
};

/**
 * Locks queued work in the order of its ids, as claims and dispatch marks do. An insert alone would lock rows in
 * the order of its values, and deadlock with them.
 */
async function lockQueuedWork(tx: Tx, all: readonly WorkRequest[]): Promise<void> {
  await runStatement(tx, lockQueued, [
    all.map(({ organizationId }) => organizationId),
    all.map(({ kind }) => kind),
    all.map(({ key }) => key),
  ]);
}

/** The values of many requests, column by column. */
function requestColumns(all: readonly WorkRequest[]): unknown[][] {
  const lists = all.map(requestValues);
  return Array.from({ length: 10 }, (_, column) => lists.map((list) => list[column]));
}

/**
 * Like `requestAllWork`, but only moves queued work to an earlier time. Queued work of the keys is locked in
 * any case: no worker claims it before the end of the caller's transaction.
 */
export async function requestAllWorkAtLatest(tx: Tx, all: readonly WorkRequest[]): Promise<void> {
  await lockQueuedWork(tx, all);
  await runStatement(tx, requestAllAtLatest, requestColumns(all));
  signalAfterCommit(tx, 'work_due');
}

/** Records many pieces of work with different keys in one statement; returns their ids in no certain order. */
export async function requestAllWork(tx: Tx, all: readonly WorkRequest[]): Promise<string[]> {
  await lockQueuedWork(tx, all);
  const rows = await runStatement<{ id: string }>(tx, requestAll, requestColumns(all));
  signalAfterCommit(tx, 'work_due');
  return rows.map((row) => row.id);
}

const cancel = {
  name: 'work-cancel',
  text: `update work set
      cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
      state = case state when 'QUEUED' then 'CANCELLED' else state end,
      finished_at = case state when 'QUEUED' then clock_timestamp() else finished_at end
    where organization_id is not distinct from $1 and id = $2 and state in ('QUEUED', 'RUNNING')
    returning state`,
};

/**
 * Cancels a piece of work: QUEUED work becomes CANCELLED at once, RUNNING work when its worker notices. Returns
 * the resulting state; undefined when the work has already ended. Without an organization the work is the
 * installation's.
 */
export async function cancelWork(
  tx: Tx,
  organizationId: OrganizationId | null,
  id: string,
): Promise<'CANCELLED' | 'RUNNING' | undefined> {
  const [row] = await runStatement<{ state: 'CANCELLED' | 'RUNNING' }>(tx, cancel, [
    organizationId,
    id,
  ]);
  if (row) signalAfterCommit(tx, row.state === 'RUNNING' ? 'work_cancel' : 'work_done');
  return row?.state;
}

const cancelQueued = {
  name: 'work-cancel-queued',
  text: `update work set state = 'CANCELLED', cancel_requested_at = clock_timestamp(), finished_at = clock_timestamp()
    where organization_id = $1 and kind = $2 and subject_id = $3 and state = 'QUEUED'`,
};

/** Cancels all queued work of a deleted subject. */
export async function cancelQueuedWork(
  tx: Tx,
  {
    organizationId,
    kind,
    subjectId,
  }: { organizationId: OrganizationId; kind: WorkKind; subjectId: string },
): Promise<void> {
  await runStatement(tx, cancelQueued, [organizationId, kind, subjectId]);
}

const deleteFinished = {
  name: 'work-delete-finished',
  text: `delete from work where id in (
      select id from work where finished_at < $1 order by finished_at limit $2) returning id`,
};

/** Deletes up to `limit` pieces of work that ended before the given time; returns their number. */
export async function deleteFinishedWork(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, deleteFinished, [before, limit])).length;
}
