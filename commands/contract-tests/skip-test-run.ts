import type { Tx } from '../../db/connect.ts';
import { noteSkippedTests } from '../../db/tables/contract-tests/scheduled-test-states.ts';
import type { TestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { endTestRun } from './end-test-run.ts';

/** Ends a scheduled run that can no longer run as skipped: without a result and without a notice. */
export async function skipTestRun(
  tx: Tx,
  skip: { organizationId: OrganizationId; run: TestRun; reason: string; now: Date },
): Promise<void> {
  const { organizationId, run, reason, now } = skip;
  const { dataContractId, server, scheduledFor } = run;
  await endTestRun(tx, organizationId, run, { outcome: 'CANCELLED', error: reason, now });
  const skipped = [{ dataContractId, server, reason }];
  await noteSkippedTests(tx, organizationId, scheduledFor ?? now, skipped);
}
