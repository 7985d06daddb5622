import type { Database } from '../../db/connect.ts';
import { deleteTestEngine as deleteRow } from '../../db/tables/contract-tests/test-engines.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationChange } from '../organizations/put-organization-features.ts';
import { recordOrganizationChange } from '../organizations/record-organization-change.ts';

/** Removes the external engine, so that the built-in engine runs tests again. Refuses with `not_found` if none is configured. */
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

/** Refuses with `not_found`. */
export function refuseWithoutEngine(): never {
  return refuse('not_found', 'No external test engine is configured: contracts are tested here.');
}
