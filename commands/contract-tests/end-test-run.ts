import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { insertTestResult } from '../../db/tables/test-results.ts';
import type { NewTestResult } from '../../db/tables/test-results.ts';
import { updateTestRunEnd } from '../../db/tables/test-runs.ts';
import type { TestRun } from '../../db/tables/test-runs.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { noteVerdict } from './note-verdict.ts';

export type TestRunEnding = {
  outcome: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  error?: string | undefined;
  /** What was found; a cancelled run has no result. */
  result?: Pick<NewTestResult, 'result' | 'checks' | 'logs' | 'timestampStart' | 'timestampEnd'>;
  now: Date;
};

type EndingRun = Pick<
  TestRun,
  'id' | 'dataContractId' | 'dataContractVersion' | 'server' | 'requestedBy' | 'trigger'
>;

/**
 * Ends an open run once, with its result and the event of that; a run that has ended stays as it is. A scheduled one may give its team
 * something to hear.
 */
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
