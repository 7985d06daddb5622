import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Work that operators should know of. */
export type WorkTrouble = {
  /** Pieces that failed for good lately, and the kinds they are of. */
  failed: number;
  failedKinds: readonly string[];
  /** Pieces that are due for too long and that nobody does. */
  overdue: number;
  overdueKinds: readonly string[];
  /** Of those, pieces that no queue was told of. */
  undispatched: number;
};

const read = {
  name: 'work-trouble',
  text: `with failed as (
      select kind from work where state = 'FAILED' and finished_at > clock_timestamp() - $1 * interval '1 second'),
    overdue as (
      select kind, dispatched_at from work
      where state = 'QUEUED' and available_at < clock_timestamp() - $2 * interval '1 second')
    select (select count(*)::int from failed) as failed,
      array(select distinct kind from failed order by kind) as "failedKinds",
      (select count(*)::int from overdue) as overdue,
      array(select distinct kind from overdue order by kind) as "overdueKinds",
      (select count(*)::int from overdue where dispatched_at is null) as undispatched`,
};

/** Counts what failed in the last `failedWithinSeconds` and what is due for longer than `overdueAfterSeconds`. */
export async function readWorkTrouble(
  db: Db,
  limits: { failedWithinSeconds: number; overdueAfterSeconds: number },
): Promise<WorkTrouble> {
  const { failedWithinSeconds, overdueAfterSeconds } = limits;
  const values = [failedWithinSeconds, overdueAfterSeconds];
  const [row] = await runStatement<WorkTrouble>(db, read, values);
  if (!row) throw new Error('the count of work gave no row');
  return row;
}
