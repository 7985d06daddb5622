import type { OrganizationId } from '../../../domain/principal.ts';
import type { BatchAction, BatchOutcome } from '../../../domain/work/batches.ts';
import type { WorkState } from '../../../domain/work/kinds.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one batch of work. */
export type BatchKey = { organizationId: OrganizationId; id: string };

/** A retry or cancellation of many pieces of work. */
export type WorkBatch = BatchKey & {
  action: BatchAction;
  /** JSON text of the filter. */
  filter: string;
  total: number;
  done: number;
  refused: number;
  failed: number;
  requestedBy: string;
  requestId: string | null;
  createdAt: Date;
  stoppedAt: Date | null;
  endedAt: Date | null;
};

const columns = `organization_id as "organizationId", id, action, filter::text as filter, total, done, refused, failed,
    requested_by as "requestedBy", request_id as "requestId", created_at as "createdAt", stopped_at as "stoppedAt",
    ended_at as "endedAt"`;

export type NewBatch = BatchKey & {
  action: BatchAction;
  filter: object;
  total: number;
  requestedBy: string;
  requestId: string | undefined;
  now: Date;
};

const insert = {
  name: 'work-batches-insert',
  text: `insert into work_batches (organization_id, id, action, filter, total, requested_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Stores a batch without its rows. */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  const { organizationId, id, action, filter, total, requestedBy, requestId, now } = batch;
  const values = [organizationId, id, action, JSON.stringify(filter), total];
  await runStatement(tx, insert, [...values, requestedBy, requestId, now]);
}

const lockOpen = {
  name: 'work-batches-lock-open',
  text: `select ${columns} from work_batches where ended_at is null order by created_at limit 1 for update skip locked`,
};

/** Locks the oldest batch that is not done and that no other transaction has locked. */
export async function lockOpenBatch(tx: Tx): Promise<WorkBatch | undefined> {
  const [row] = await runStatement<WorkBatch>(tx, lockOpen, []);
  return row;
}

const find = {
  name: 'work-batches-find',
  text: `select ${columns} from work_batches where organization_id = $1 and id = $2`,
};

const lock = { name: 'work-batches-lock', text: `${find.text} for update` };

/** The batch with this id. */
export async function findBatch(db: Db, key: BatchKey): Promise<WorkBatch | undefined> {
  const [row] = await runStatement<WorkBatch>(db, find, [key.organizationId, key.id]);
  return row;
}

/** The batch with this id, locked until the end of the transaction; a wave that runs ends first. */
export async function lockBatch(tx: Tx, key: BatchKey): Promise<WorkBatch | undefined> {
  const [row] = await runStatement<WorkBatch>(tx, lock, [key.organizationId, key.id]);
  return row;
}

const list = {
  name: 'work-batches-list',
  text: `select ${columns} from work_batches where organization_id = $1 and ($2::uuid is null or id < $2)
    order by id desc limit $3`,
};

/** The batches of an organization, newest first. */
export function listBatches(
  db: Db,
  organizationId: OrganizationId,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<WorkBatch[]> {
  return runStatement<WorkBatch>(db, list, [organizationId, after, limit]);
}

const listWave = {
  name: 'work-batch-rows-wave',
  // Rows that another transaction holds wait for a later wave, so that waves never wait and never deadlock.
  text: `with asked as (
      select work_id from work_batch_rows where organization_id = $1 and batch_id = $2 and outcome = 'waiting'
      order by work_id limit $3),
    free as (
      select id, state from work where id in (select work_id from asked) order by id for update skip locked)
    select asked.work_id as "workId", free.state, not exists (select from work w where w.id = asked.work_id) as deleted
    from asked left join free on free.id = asked.work_id
    order by asked.work_id`,
};

/** A row of a wave; `state` is null while another transaction holds the work, or it is deleted. */
export type WaveRow = { workId: string; state: WorkState | null; deleted: boolean };

/** The next rows of a batch, whose work is locked for the transaction where possible. */
export function lockWave(
  tx: Tx,
  { organizationId, id }: BatchKey,
  limit: number,
): Promise<WaveRow[]> {
  return runStatement<WaveRow>(tx, listWave, [organizationId, id, limit]);
}

export type RowResult = {
  workId: string;
  outcome: Exclude<BatchOutcome, 'waiting'>;
  reason: string | undefined;
};

const settle = {
  name: 'work-batch-rows-settle',
  text: `with handled as (
      update work_batch_rows r set outcome = s.outcome, reason = s.reason, handled_at = $6
      from unnest($3::uuid[], $4::text[], $5::text[]) as s(work_id, outcome, reason)
      where r.organization_id = $1 and r.batch_id = $2 and r.work_id = s.work_id
      returning s.outcome),
    numbers as (
      select count(*) filter (where outcome = 'done') as done, count(*) filter (where outcome = 'refused') as refused,
        count(*) filter (where outcome = 'failed') as failed from handled)
    update work_batches b set done = b.done + n.done, refused = b.refused + n.refused, failed = b.failed + n.failed,
      ended_at = case when b.done + b.refused + b.failed + n.done + n.refused + n.failed >= b.total then $6 end
    from numbers n where b.organization_id = $1 and b.id = $2
    returning b.ended_at is not null as ended`,
};

/** Stores what became of the rows of a wave; true if the batch has ended with it. */
export async function settleWave(
  tx: Tx,
  { organizationId, id }: BatchKey,
  { results, now }: { results: readonly RowResult[]; now: Date },
): Promise<boolean> {
  const [row] = await runStatement<{ ended: boolean }>(tx, settle, [
    organizationId,
    id,
    results.map((result) => result.workId),
    results.map((result) => result.outcome),
    results.map((result) => result.reason ?? null),
    now,
  ]);
  return row?.ended ?? true;
}

const stop = {
  name: 'work-batches-stop',
  text: `update work_batches set stopped_at = $3, ended_at = $3 where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Ends a batch; rows that wait stay as they are. */
export async function stopBatch(tx: Tx, key: BatchKey, now: Date): Promise<void> {
  await runStatement(tx, stop, [key.organizationId, key.id, now]);
}

const deleteOld = {
  name: 'work-batches-delete',
  text: `delete from work_batches where (organization_id, id) in (
      select organization_id, id from work_batches where ended_at < $1 limit $2) returning id`,
};

/** Deletes up to `limit` batches that ended before the given time, with their rows; returns their number. */
export async function deleteOldBatches(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, deleteOld, [before, limit])).length;
}
