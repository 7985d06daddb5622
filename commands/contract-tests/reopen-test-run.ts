import type { Tx } from '../../db/connect.ts';
import { updateTestRunOpen } from '../../db/tables/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Opens a run that has ended, because its work is tried once more; the result it had stays in the list. */
export async function reopenTestRun(
  tx: Tx,
  organizationId: OrganizationId,
  testRunId: string,
): Promise<void> {
  await updateTestRunOpen(tx, { organizationId, id: testRunId });
}
