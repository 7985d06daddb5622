import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** An attempt that ended without success. */
export type WorkAttempt = {
  attempt: number;
  outcome: 'RETRIED' | 'FAILED' | 'CANCELLED';
  error: string | null;
  startedAt: Date | null;
  endedAt: Date;
};

const list = {
  name: 'work-attempts-list',
  text: `select attempt, outcome, error, started_at as "startedAt", ended_at as "endedAt"
    from work_attempts where work_id = $1 order by fence`,
};

/** The unsuccessful attempts of a piece of work, in their order. */
export function listWorkAttempts(db: Db, workId: string): Promise<WorkAttempt[]> {
  return runStatement<WorkAttempt>(db, list, [workId]);
}

const countLost = {
  name: 'work-attempts-count-lost',
  text: `select count(*)::int as count, max(a.ended_at) as at from work_attempts a join work w on w.id = a.work_id
    where a.ended_at >= $2 and a.error = 'worker_lost'
      and ($1::uuid is null or w.organization_id = $1 or w.organization_id is null)`,
};

/** How many attempts since then were taken back from a silent worker, and when the last. */
export async function countLostAttempts(
  db: Db,
  organizationId: OrganizationId | undefined,
  since: Date,
): Promise<{ count: number; at: Date | null }> {
  const [row] = await runStatement<{ count: number; at: Date | null }>(db, countLost, [
    organizationId ?? null,
    since,
  ]);
  return row ?? { count: 0, at: null };
}
