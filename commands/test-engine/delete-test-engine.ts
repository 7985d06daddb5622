import type { Database } from '../../db/connect.ts';
import { deleteTestEngine as deleteRow } from '../../db/tables/test-engines.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** Lets our own engine test again. Refuses with `not_found` when no other one is configured. */
export async function deleteTestEngine(
  database: Database,
  { principal, requestId, now }: Omit<OrganizationChange, 'document'>,
): Promise<void> {
  const { organizationId } = principal;
  await transact(database, async (tx) => {
    if (!(await deleteRow(tx, organizationId))) refuseWithoutEngine();
    const cause = { principal, requestId, now };
    await recordOrganizationChange(tx, cause, { type: 'TestEngineDeleted' });
  });
}

/** Refuses because our own engine tests. */
export function refuseWithoutEngine(): never {
  return refuse('not_found', 'No external test engine is configured: contracts are tested here.');
}
