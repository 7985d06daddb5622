import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A failed test of a contract that did not fail before. */
export type NewlyFailedTest = {
  id: string;
  contractId: string;
  contractName: string | null;
  ownerId: string | null;
  server: string | null;
  version: string;
  failedChecks: number;
  checks: number;
};

const list = {
  name: 'notices-newly-failed-tests',
  text: `select r.id, r.data_contract_id as "contractId", d.name as "contractName", d.owner_id as "ownerId", r.server,
      r.data_contract_version as version, r.failed_checks as "failedChecks", r.check_count as checks
    from test_results r
    left join documents d on d.organization_id = r.organization_id and d.kind = 'data-contract' and d.id = r.data_contract_id
    left join lateral (
      select p.result from test_results p
      where p.organization_id = r.organization_id and p.data_contract_id = r.data_contract_id
        and p.server is not distinct from r.server and p.timestamp_start <= r.timestamp_start
        and p.id <> r.id and p.result <> 'unknown'
      order by p.timestamp_start desc, p.created_at desc limit 1) before on true
    where r.organization_id = $1 and r.id = any($2) and r.result in ('failed', 'error')
      and coalesce(before.result, 'passed') not in ('failed', 'error')
      and r.timestamp_end > r.created_at - interval '1 day'`,
};

/**
 * Tests among these results that fail while the test of the same server before them did not. Results that are published later
 * than a day after their test are history.
 */
export async function listNewlyFailedTests(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<NewlyFailedTest[]> {
  if (ids.length === 0) return [];
  return runStatement<NewlyFailedTest>(db, list, [organizationId, ids]);
}
