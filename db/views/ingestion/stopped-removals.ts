import type { StoppedRemoval } from '../../../domain/operations/facts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'stopped-removals-list',
  text: `select i.id as "integrationId", i.name, r.id as "runId", (r.removal_plan->>'count')::int - coalesce((r.removal_plan->>'inUse')::int, 0) as count,
      (r.removal_plan->>'owned')::int as owned, r.ended_at as at
    from integrations i cross join lateral (
      select id, outcome, removal_plan, ended_at from ingestion_runs
      where organization_id = i.organization_id and integration_id = i.id
      order by started_at desc, id desc limit 1) r
    where i.organization_id = $1 and r.outcome = 'FAILED' and r.removal_plan is not null
    order by r.ended_at desc limit $2`,
};

/** Integrations whose newest run was stopped by the removal fuse, so that somebody must decide; the newest first. */
export function listStoppedRemovals(
  db: Db,
  organizationId: OrganizationId,
  limit: number,
): Promise<StoppedRemoval[]> {
  return runStatement<StoppedRemoval>(db, list, [organizationId, limit]);
}
