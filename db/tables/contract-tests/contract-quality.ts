import type { OrganizationId } from '../../../domain/principal.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** SQL that stores the rows of a query as the newest tests of their contracts, unless newer ones are stored. */
export function noteQuality(rows: string): string {
  return `insert into contract_quality (organization_id, data_contract_id, test_result_id, result, timestamp_start,
        check_count, failed_checks)
      ${rows}
      on conflict (organization_id, data_contract_id) do update set
        test_result_id = excluded.test_result_id, result = excluded.result, timestamp_start = excluded.timestamp_start,
        check_count = excluded.check_count, failed_checks = excluded.failed_checks
      where contract_quality.timestamp_start <= excluded.timestamp_start`;
}

const remove = {
  name: 'contract-quality-delete',
  text: `delete from contract_quality where organization_id = $1 and data_contract_id = $2 and test_result_id = $3 returning 1`,
};

const noteNewest = {
  name: 'contract-quality-note-newest',
  text: noteQuality(`select organization_id, data_contract_id, id, result, timestamp_start, check_count, failed_checks
      from test_results where organization_id = $1 and data_contract_id = $2
      order by timestamp_start desc, created_at desc limit 1`),
};

/** Replaces a deleted result by the newest one that is left. */
export async function forgetQuality(
  tx: Tx,
  deleted: { organizationId: OrganizationId; dataContractId: string; testResultId: string },
): Promise<void> {
  const key = [deleted.organizationId, deleted.dataContractId];
  const removed = await runStatement(tx, remove, [...key, deleted.testResultId]);
  if (removed.length > 0) await runStatement(tx, noteNewest, key);
}
