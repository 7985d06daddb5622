import type { Tx } from '../../db/connect.ts';
import { updateTestRunOpen } from '../../db/tables/contract-tests/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** Reopens a finished run because its work is retried; its previous result stays in the list. */
export async function reopenTestRun(
  tx: Tx,
  organizationId: OrganizationId,
  testRunId: string,
): Promise<void> {
  await updateTestRunOpen(tx, { organizationId, id: testRunId });
}
