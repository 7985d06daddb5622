import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A run of a job; `state` is the type of its newest event, but nothing that arrives later takes back the end of a run. */
export type LineageRunRow = {
  runId: string;
  jobId: string;
  namespace: string;
  name: string;
  state: string;
  startedAt: Date | null;
  endedAt: Date | null;
  reportedAt: Date;
};

const list = {
  name: 'lineage-runs-list',
  text: `select e.run_id as "runId", j.id as "jobId", n.namespace, n.name,
      (array_agg(e.event_type order by e.event_type in ('COMPLETE', 'ABORT', 'FAIL') desc, e.received_at desc, e.id desc))[1] as state,
      min(e.event_time) filter (where e.event_type = 'START') as "startedAt",
      max(e.event_time) filter (where e.event_type in ('COMPLETE', 'ABORT', 'FAIL')) as "endedAt",
      max(e.received_at) as "reportedAt"
    from unnest($2::uuid[]) as j(id)
    join lineage_nodes n on n.organization_id = $1 and n.id = j.id
    cross join lateral (
      select run_id, event_type, event_time, received_at, id from lineage_events
      where organization_id = $1 and subject_id = j.id and kind = 'run' and received_at >= $3
      order by received_at desc, id desc limit $5) e
    group by e.run_id, j.id, n.namespace, n.name
    order by "reportedAt" desc, 1, 2 limit $4`,
};

/** Events of one job that are read for its runs. */
const maxEvents = 500;

/** The newest runs of these jobs since a time, at most `limit`. */
export function listLineageRuns(
  db: Db,
  organizationId: OrganizationId,
  { jobIds, since }: { jobIds: readonly string[]; since: Date },
  limit: number,
): Promise<LineageRunRow[]> {
  return runStatement(db, list, [organizationId, jobIds, since, limit, maxEvents]);
}
