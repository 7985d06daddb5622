import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { insertTestResult } from '../../db/tables/contract-tests/test-results.ts';
import type { NewTestResult } from '../../db/tables/contract-tests/test-results.ts';
import { updateTestRunEnd } from '../../db/tables/contract-tests/test-runs.ts';
import type { TestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { storeChecks } from '../../domain/test-results/store-checks.ts';
import type { TestCheck } from '../../domain/test-results/store-checks.ts';
import { newId } from '../../lib/ids.ts';
import { noteVerdict } from './note-verdict.ts';

export type TestRunEnding = {
  outcome: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  error?: string | undefined;
  /** The result of the tests; a cancelled run has none. */
  result?: Pick<NewTestResult, 'result' | 'timestampStart' | 'timestampEnd'> & {
    checks: readonly TestCheck[];
    logs: readonly object[];
  };
  now: Date;
};

type EndingRun = Pick<
  TestRun,
  'id' | 'dataContractId' | 'dataContractVersion' | 'server' | 'requestedBy' | 'trigger'
>;

/** Ends an open run once, with its result and its event; a finished run stays unchanged. A scheduled run may notify its team. */
export async function endTestRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: EndingRun,
  ending: TestRunEnding,
): Promise<void> {
  const { outcome, error, result, now } = ending;
  const testResultId = result ? newId() : undefined;
  const ended = await updateTestRunEnd(
    tx,
    { organizationId, id: run.id },
    { outcome, error, testResultId, now },
  );
  if (!ended || !result || !testResultId) return;
  await insertTestResult(tx, {
    organizationId,
    id: testResultId,
    testRunId: run.id,
    dataContractId: run.dataContractId,
    dataContractVersion: run.dataContractVersion,
    server: run.server,
    ...result,
    ...storeChecks(result.checks),
    logs: JSON.stringify(result.logs),
    hasSamples: result.checks.some(({ body }) => body['failedSamples'] !== undefined),
    now,
  });
  await recordEvent(tx, {
    organizationId,
    type: 'TestResultsCreatedEvent',
    subjectKind: 'test-results',
    subjectId: testResultId,
    principal: run.requestedBy,
    requestId: undefined,
    public: true,
    data: { status: result.result },
    now,
  });
  if (run.trigger === 'schedule') {
    await noteVerdict(tx, organizationId, run, { result: result.result, now });
  }
}
