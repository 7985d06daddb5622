import { Type } from '@sinclair/typebox';
import { endTestRun } from '../../commands/contract-tests/end-test-run.ts';
import { openSource } from '../../connectors/open-source.ts';
import { findDocumentRevision } from '../../db/tables/document-revisions.ts';
import type { NewTestCheck } from '../../db/tables/test-results.ts';
import { findTestRun } from '../../db/tables/test-runs.ts';
import type { TestRun } from '../../db/tables/test-runs.ts';
import { updateWorkProgress } from '../../db/tables/work-claims.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { createThrottle } from '../../lib/log.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';
import type { CheckResult, ContractTestOutcome } from './outcome.ts';
import { runContractTest } from './run-checks.ts';
import type { TestProgress } from './run-checks.ts';

/** Tests one contract on one server and stores what was found. */
export const testDataContract = defineJob({
  kind: 'contract-tests',
  name: 'test-data-contract',
  payload: Type.Object({ testRunId: Type.String() }),
  run: async (context, { testRunId }) => {
    const organizationId = organizationOf(context.work.organizationId);
    const run =
      (await findTestRun(context.database.knex, organizationId, testRunId)) ?? goneRun(testRunId);
    const timestampStart = context.clock.now();
    const outcome = await testRevision(context, organizationId, run);
    const timestampEnd = context.clock.now();
    return (tx) =>
      endTestRun(tx, organizationId, run, {
        outcome: 'COMPLETED',
        result: { ...toStored(outcome), timestampStart, timestampEnd },
        now: timestampEnd,
      });
  },
  giveUp: async (tx, { work, payload, now }, { outcome, error }) => {
    const organizationId = organizationOf(work.organizationId);
    const run = await findTestRun(tx, organizationId, payload.testRunId);
    if (!run) return;
    const failed = {
      result: 'error',
      checks: [],
      logs: [logOf(error, now)],
      timestampStart: run.requestedAt,
      timestampEnd: now,
    };
    await endTestRun(tx, organizationId, run, {
      outcome,
      error,
      now,
      ...(outcome === 'FAILED' && { result: failed }),
    });
  },
});

async function testRevision(
  context: JobContext,
  organizationId: OrganizationId,
  run: TestRun,
): Promise<ContractTestOutcome> {
  const { settings, signal } = context;
  const body = await findDocumentRevision(context.database.knex, {
    organizationId,
    kind: 'data-contract',
    id: run.dataContractId,
    revision: run.dataContractRevision,
  });
  if (body === undefined)
    refuse('not_found', 'The tested revision of the contract no longer exists.');
  const model = normaliseContract(JSON.parse(body));
  const server = model.servers.find((candidate) => candidate.server === run.server);
  if (!server) refuse('unknown_server', `The contract has no server '${run.server}'.`);
  const progress = createProgress(context);
  const outcome = await runContractTest({
    model,
    server,
    open: (chosen, abort) => openSource(chosen, settings.sourceAccess, abort),
    signal,
    onProgress: progress.report,
  });
  await progress.settled();
  return outcome;
}

/** Stores at most one progress a second; a run of a moment stores none. */
function createProgress(context: JobContext): {
  report: (progress: TestProgress) => void;
  settled: () => Promise<void>;
} {
  const due = createThrottle(1_000);
  due('progress');
  let writing: Promise<unknown> = Promise.resolve();
  return {
    report: (progress) => {
      if (!due('progress')) return;
      writing = context
        .fenced((tx) => updateWorkProgress(tx, context.work.id, progress))
        // A lost lease or a cancellation reaches the job by its signal and by its closing write.
        .catch((error: unknown) => context.log.debug({ err: error }, 'progress not stored'));
    },
    settled: async () => {
      await writing;
    },
  };
}

function toStored(outcome: ContractTestOutcome): {
  result: string;
  checks: NewTestCheck[];
  logs: ContractTestOutcome['logs'];
} {
  return { result: outcome.result, checks: outcome.checks.map(toStoredCheck), logs: outcome.logs };
}

function toStoredCheck(check: CheckResult): NewTestCheck {
  const { type, result, model, field } = check;
  return { type, result, model, field, body: check };
}

function logOf(message: string, now: Date): ContractTestOutcome['logs'][number] {
  return { level: 'ERROR', message, timestamp: now.toISOString() };
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A contract test belongs to an organization.');
}

function goneRun(id: string): never {
  return refuse('not_found', `There is no test run '${id}'.`);
}
