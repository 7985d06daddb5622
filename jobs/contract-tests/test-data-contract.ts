import { Type } from '@sinclair/typebox';
import { endTestRun } from '../../commands/contract-tests/end-test-run.ts';
import type { TestRunEnding } from '../../commands/contract-tests/end-test-run.ts';
import { skipTestRun } from '../../commands/contract-tests/skip-test-run.ts';
import { findPastDocument } from '../../db/tables/document-revisions.ts';
import type { NewTestCheck } from '../../db/tables/test-results.ts';
import { findTestRun } from '../../db/tables/test-runs.ts';
import type { TestRun } from '../../db/tables/test-runs.ts';
import { findTestEngine } from '../../db/tables/test-engines.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import type { WorkKind } from '../../domain/work-kinds.ts';
import { writeYaml } from '../../lib/yaml.ts';
import { defineJob } from '../define-job.ts';
import type { Job, JobContext } from '../define-job.ts';
import { askEngine } from './ask-engine.ts';
import type { CheckResult, ContractTestOutcome, LogLine } from './outcome.ts';
import { runContractTest } from './run-checks.ts';
import { prepareOpening } from './open-server.ts';
import { createProgress } from './test-progress.ts';

/** What is stored of a test, whoever did it. */
type Tested = Omit<NonNullable<TestRunEnding['result']>, 'timestampStart' | 'timestampEnd'> & {
  timestampStart?: Date | undefined;
  timestampEnd?: Date | undefined;
};

/** Why a scheduled test cannot be any more. */
type Skipped = { skipped: string };

/** Tests one contract on one server and stores what was found. */
export const testDataContract = defineTest('contract-tests', 'test-data-contract');

/** The same for the clock, which nobody waits for. */
export const testOnSchedule = defineTest('scheduled-tests', 'test-on-schedule');

function defineTest(kind: WorkKind, name: string): Job {
  return defineJob({
    kind,
    name,
    payload: Type.Object({ testRunId: Type.String() }),
    run: async (context, { testRunId }) => {
      const organizationId = organizationOf(context.work.organizationId);
      const run =
        (await findTestRun(context.database.knex, organizationId, testRunId)) ?? goneRun(testRunId);
      const timestampStart = context.clock.now();
      const tested = await testRevision(context, organizationId, run);
      const timestampEnd = context.clock.now();
      if ('skipped' in tested) {
        const skip = { organizationId, run, reason: tested.skipped, now: timestampEnd };
        return (tx) => skipTestRun(tx, skip);
      }
      return (tx) =>
        endTestRun(tx, organizationId, run, {
          outcome: 'COMPLETED',
          result: {
            ...tested,
            timestampStart: tested.timestampStart ?? timestampStart,
            timestampEnd: tested.timestampEnd ?? timestampEnd,
          },
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
}

async function testRevision(
  context: JobContext,
  organizationId: OrganizationId,
  run: TestRun,
): Promise<Tested | Skipped> {
  const { knex } = context.database;
  const key = { organizationId, kind: 'data-contract', id: run.dataContractId };
  const stored = await findPastDocument(knex, key, { revision: run.dataContractRevision });
  if (stored === undefined)
    refuse('not_found', 'The tested revision of the contract no longer exists.');
  const engine = await findTestEngine(knex, organizationId);
  if (engine) {
    const yaml = stored.source ?? writeYaml(JSON.parse(stored.body));
    return askEngine(context, engine, { yaml, server: run.server, organizationId });
  }
  return testHere(context, { organizationId, run, body: stored.body });
}

async function testHere(
  context: JobContext,
  { organizationId, run, body }: { organizationId: OrganizationId; run: TestRun; body: string },
): Promise<Tested | Skipped> {
  const { signal } = context;
  const { dataContractId } = run;
  const model = normaliseContract(JSON.parse(body));
  const server = model.servers.find((candidate) => candidate.server === run.server);
  if (!server) refuse('unknown_server', `The contract has no server '${run.server}'.`);
  const opening = await prepareOpening(context, { organizationId, dataContractId }, server);
  // It was planned when another engine tested, or there was a connection: nobody shall be told that the data is wrong.
  if (opening.problem !== undefined && run.trigger === 'schedule') {
    return { skipped: opening.problem };
  }
  const { report, settled } = createProgress(context);
  let signedIn = false;
  const open: typeof opening.open = async (...given) => {
    const source = await opening.open(...given);
    signedIn = true;
    return source;
  };
  try {
    const outcome = await runContractTest({ model, server, open, signal, onProgress: report });
    const line = signInLine(opening.account, signedIn, context.clock.now());
    return toStored({ ...outcome, logs: [...line, ...outcome.logs] });
  } finally {
    await settled();
  }
}

/** Which of the accounts it was, where a team may have thought of another one. */
function signInLine(account: string | undefined, signedIn: boolean, now: Date): LogLine[] {
  if (account === undefined) return [];
  const message = `${signedIn ? 'Signed in' : 'Tried to sign in'} with ${account}`;
  return [{ level: 'INFO', message, timestamp: now.toISOString() }];
}

function toStored(outcome: ContractTestOutcome): Tested {
  return { result: outcome.result, checks: outcome.checks.map(toStoredCheck), logs: outcome.logs };
}

function toStoredCheck(check: CheckResult): NewTestCheck {
  const { type, result, field } = check;
  // A service level that names no column is about no table.
  const model = check.model === '' ? undefined : check.model;
  return { type, result, model, field, body: { ...check, model } };
}

function logOf(message: string, now: Date): LogLine {
  return { level: 'ERROR', message, timestamp: now.toISOString() };
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A contract test belongs to an organization.');
}

function goneRun(id: string): never {
  return refuse('not_found', `There is no test run '${id}'.`);
}
