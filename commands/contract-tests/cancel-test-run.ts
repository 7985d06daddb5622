import type { Tx } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { TestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { cancelWork } from '../../db/tables/work/work.ts';
import { refuse } from '../../domain/errors.ts';
import { mayWrite } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import { contractOfResult } from './contract-of-result.ts';
import { endTestRun } from './end-test-run.ts';

/**
 * Cancels a test run: a waiting run ends CANCELLED at once, a running one when its worker receives the signal; a finished run
 * stays unchanged. Allowed for the requester and for editors of the contract. Refuses with `not_found` and `permission_denied`.
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
  await assertMayCancel(tx, principal, run);
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

async function assertMayCancel(
  tx: Tx,
  principal: Principal,
  { requestedBy, dataContractId }: TestRun,
): Promise<void> {
  if (requestedBy === principal.name) return;
  const { organizationId } = principal;
  const id = await contractOfResult(tx, organizationId, dataContractId);
  const key = { organizationId, kind: 'data-contract', id };
  const { head } = await findHeadAndTeams(tx, key, []);
  await assertPermission(tx, principal, 'RESOURCES_EDIT', [head?.ownerId ?? undefined]);
}
