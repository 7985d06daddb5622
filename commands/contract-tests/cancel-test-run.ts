import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { findTestRun } from '../../db/tables/test-runs.ts';
import { cancelWork } from '../../db/tables/work.ts';
import { refuse } from '../../domain/errors.ts';
import { mayWrite } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { endTestRun } from './end-test-run.ts';

/**
 * Asks for the end of a test run: one that waits ends CANCELLED at once, a running one when its worker hears
 * of it, one that has ended stays as it is. Refuses with `not_found`.
 */
export async function cancelTestRun(
  tx: Tx,
  cancel: { testRunId: string; principal: Principal; requestId: string | undefined; now: Date },
): Promise<void> {
  const { principal, testRunId, now } = cancel;
  if (!mayWrite(principal)) {
    refuse('permission_denied', `A key with scope '${principal.scope}' may only read.`);
  }
  const run = await findTestRun(tx, principal.organizationId, testRunId);
  if (!run) refuse('not_found', `There is no test run with the id '${testRunId}'.`);
  const state = await cancelWork(tx, principal.organizationId, run.workId);
  if (state === undefined) return;
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type: 'TestRunCancelRequested',
    subjectKind: 'test-run',
    subjectId: testRunId,
    principal: principal.name,
    requestId: cancel.requestId,
    public: false,
    now,
  });
  if (state === 'CANCELLED')
    await endTestRun(tx, principal.organizationId, run, {
      outcome: 'CANCELLED',
      error: 'cancelled',
      now,
    });
}
