import type { Tx } from '../../db/connect.ts';
import { noteScheduledVerdict } from '../../db/tables/contract-tests/scheduled-test-states.ts';
import type { TestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/**
 * Stores the verdict of a scheduled run, and notifies the team if it changed from or to failed or error. A run with the result
 * `unknown` changes nothing.
 */
export async function noteVerdict(
  tx: Tx,
  organizationId: OrganizationId,
  run: Pick<TestRun, 'id' | 'dataContractId' | 'server'>,
  { result, now }: { result: string; now: Date },
): Promise<void> {
  if (result === 'unknown') return;
  const { id: testRunId, dataContractId, server } = run;
  const failing = result === 'failed' || result === 'error';
  const verdict = { organizationId, dataContractId, server, failing, testRunId, now };
  const noted = await noteScheduledVerdict(tx, verdict);
  if (!noted || failing === (noted.former ?? false)) return;
  await requestWork(tx, {
    organizationId,
    kind: 'mail',
    job: 'tell-test-change',
    key: testRunId,
    subjectId: dataContractId,
    payload: { testRunId, change: failing ? 'failed' : 'recovered' },
    dueAt: now,
    now,
  });
}
