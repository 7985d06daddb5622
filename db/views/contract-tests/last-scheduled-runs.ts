import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** The newest ended scheduled run on a server; without a result when it was cancelled. */
export type LastScheduledRun = {
  server: string;
  id: string;
  endedAt: Date;
  result: string | null;
  testResultId: string | null;
};

const list = {
  name: 'last-scheduled-runs-list',
  text: `select s.server, r.id, r.ended_at as "endedAt", t.result, r.test_result_id as "testResultId"
    from unnest($3::text[]) as s(server)
    join lateral (
      select id, ended_at, test_result_id from test_runs
      where organization_id = $1 and data_contract_id = $2 and server = s.server and trigger = 'schedule'
        and scheduled_for is not null and ended_at is not null
      order by scheduled_for desc limit 1) r on true
    left join test_results t on t.organization_id = $1 and t.id = r.test_result_id::text`,
};

/** The last scheduled runs on these servers of a contract. */
export function listLastScheduledRuns(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
  servers: readonly string[],
): Promise<LastScheduledRun[]> {
  return runStatement<LastScheduledRun>(db, list, [organizationId, dataContractId, servers]);
}
