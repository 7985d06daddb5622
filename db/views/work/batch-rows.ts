import type { BatchOutcome } from '../../../domain/work/batches.ts';
import type { WorkKind, WorkState } from '../../../domain/work/kinds.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { BatchKey } from '../../tables/work/batches.ts';
import { filterWork } from './list.ts';
import type { WorkFilter, WorkScope } from './list.ts';

/** Adds at most `limit` pieces of work that match the filter to a batch; returns their number. */
export async function insertBatchRows(
  tx: Tx,
  { organizationId, id }: BatchKey,
  { scope, filter, limit }: { scope: WorkScope; filter: WorkFilter; limit: number },
): Promise<number> {
  const chosen = filterWork(tx('work'), scope, filter)
    .select(tx.raw('?::uuid, ?::uuid, id', [organizationId, id]))
    .limit(limit);
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    'insert into work_batch_rows (organization_id, batch_id, work_id) ?',
    [chosen],
  );
  return rowCount;
}

/** A piece of work of a batch; what is known of the work itself is null once it is deleted. */
export type BatchRow = {
  workId: string;
  outcome: BatchOutcome;
  reason: string | null;
  handledAt: Date | null;
  kind: WorkKind | null;
  job: string | null;
  key: string | null;
  subjectId: string | null;
  state: WorkState | null;
};

const list = {
  name: 'work-batch-rows-list',
  text: `select r.work_id as "workId", r.outcome, r.reason, r.handled_at as "handledAt", w.kind, w.job, w.key,
      w.subject_id as "subjectId", w.state
    from work_batch_rows r left join work w on w.id = r.work_id
    where r.organization_id = $1 and r.batch_id = $2 and ($3::text is null or r.outcome = $3)
      and ($4::uuid is null or r.work_id > $4)
    order by r.work_id limit $5`,
};

/** A page of the rows of a batch, the oldest work first. */
export function listBatchRows(
  db: Db,
  { organizationId, id }: BatchKey,
  page: { outcome: BatchOutcome | undefined; after: string | undefined; limit: number },
): Promise<BatchRow[]> {
  const { outcome, after, limit } = page;
  return runStatement<BatchRow>(db, list, [organizationId, id, outcome, after, limit]);
}
