import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'failed-checks-list',
  text: `select coalesce(body ->> 'name', type) as name, coalesce(body ->> 'reason', '') as reason from test_checks
    where organization_id = $1 and test_result_id = $2 and result in ('failed', 'error') order by position limit $3`,
};

/** Names and reasons of the first failed checks of a result, in the order of the contract. */
export function listFailedChecks(
  db: Db,
  organizationId: OrganizationId,
  testResultId: string,
  limit: number,
): Promise<{ name: string; reason: string }[]> {
  return runStatement(db, list, [organizationId, testResultId, limit]);
}
