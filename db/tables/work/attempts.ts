import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

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
  text: `select count(*)::int as count, max(a.ended_at) as at,
      (array_agg(a.work_id order by a.ended_at desc))[1] as "workId" from work_attempts a join work w on w.id = a.work_id
    where a.ended_at >= $2 and a.error = 'worker_lost'
      and (w.organization_id = $1 or ($3::boolean and w.organization_id is null))`,
};

export type LostAttempts = { count: number; at: Date | null; workId: string | null };

/** Number of attempts taken back from silent workers since then, with the time and work of the last. */
export async function countLostAttempts(
  db: Db,
  scope: { organizationId: OrganizationId; withInstallation: boolean },
  since: Date,
): Promise<LostAttempts> {
  const { organizationId, withInstallation } = scope;
  const values = [organizationId, since, withInstallation];
  const [row] = await runStatement<LostAttempts>(db, countLost, values);
  return row ?? { count: 0, at: null, workId: null };
}
