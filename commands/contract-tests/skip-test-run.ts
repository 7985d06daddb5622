import type { Tx } from '../../db/connect.ts';
import { noteSkippedTests } from '../../db/tables/scheduled-test-states.ts';
import type { TestRun } from '../../db/tables/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { endTestRun } from './end-test-run.ts';

/** Ends a scheduled run that cannot be done any more as if it had been passed over: without a result, and nobody is told. */
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
