import { Type } from '@sinclair/typebox';
import { notifyTeam } from '../../commands/notifications/notify-team.ts';
import { listFailedChecks } from '../../db/views/contract-tests/failed-checks.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { findTestResultHead } from '../../db/tables/contract-tests/test-results.ts';
import { findDocumentFacts } from '../../db/views/documents/facts.ts';
import { refuse } from '../../domain/errors.ts';
import { maxFailedChecks } from '../../domain/notifications/templates/test-change-data.ts';
import type { TestChangeData } from '../../domain/notifications/templates/test-change-data.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

/** Notifies the owning team of a contract that its scheduled tests started to fail, or recovered. */
export const tellTestChange = defineJob({
  kind: 'mail',
  name: 'tell-test-change',
  payload: Type.Object({ testRunId: Type.String(), change: Type.String() }),
  run: async (context, { testRunId, change }) => {
    const organizationId =
      context.work.organizationId ?? refuse('bad_request', 'A test belongs to an organization.');
    const found = await readChange(context, organizationId, testRunId);
    // The contract or the result was deleted meanwhile, so there is no recipient or no content.
    if (found === undefined) return () => Promise.resolve();
    const { teamId, data } = found;
    return async (tx) => {
      const { mails, muted } = await notifyTeam(tx, {
        organizationId,
        causeId: `test-run ${testRunId}`,
        template: change === 'failed' ? 'contract-test-failed' : 'contract-test-recovered',
        teamId,
        subjectKind: 'data-contract',
        subjectId: data.dataContractId,
        data,
        now: context.clock.now(),
      });
      if (mails > 0 || muted) return;
      const about = { teamId, dataContractId: data.dataContractId };
      context.log.warn(about, 'no recipient for the notice about a scheduled contract test');
    };
  },
  giveUp: () => Promise.resolve(),
});

async function readChange(
  { database: { knex }, settings: { publicUrl } }: JobContext,
  organizationId: OrganizationId,
  testRunId: string,
): Promise<{ teamId: string; data: TestChangeData } | undefined> {
  const run = await findTestRun(knex, organizationId, testRunId);
  const testResultId = run?.testResultId ?? undefined;
  if (run === undefined || testResultId === undefined) return undefined;
  const { dataContractId, server } = run;
  const key = { organizationId, kind: 'data-contract', id: dataContractId };
  const [result, contract, failedChecks] = await Promise.all([
    findTestResultHead(knex, organizationId, testResultId),
    findDocumentFacts(knex, key),
    listFailedChecks(knex, organizationId, testResultId, maxFailedChecks),
  ]);
  if (!result || !contract || contract.ownerId === null) return undefined;
  return {
    teamId: contract.ownerId,
    data: {
      dataContractId,
      contractName: contract.name,
      server,
      result: result.result,
      failedChecks: failedChecks.length > 0 ? failedChecks : reasonOf(run.error),
      failedCount: result.failedChecks,
      checkCount: result.checkCount,
      testResultId,
      testedAt: result.timestampEnd.toISOString(),
      page: `${publicUrl}/datacontracts/${encodeURIComponent(dataContractId)}`,
    },
  };
}

/** The reason of a run without checks is its error. */
function reasonOf(error: string | null): TestChangeData['failedChecks'] {
  return error === null ? [] : [{ name: 'The test as a whole', reason: error }];
}
