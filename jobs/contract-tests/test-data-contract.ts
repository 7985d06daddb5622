import { Type } from '@sinclair/typebox';
import { findTestedContract } from '../../commands/contract-branches/tested-contract.ts';
import type { TestedContract } from '../../commands/contract-branches/tested-contract.ts';
import { endTestRun } from '../../commands/contract-tests/end-test-run.ts';
import type { TestRunEnding } from '../../commands/contract-tests/end-test-run.ts';
import { skipTestRun } from '../../commands/contract-tests/skip-test-run.ts';
import { runTask } from '../../commands/tasks/run-task.ts';
import type { TestCheck } from '../../domain/test-results/store-checks.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { TestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { findTestEngine } from '../../db/tables/contract-tests/test-engines.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import type { WorkKind } from '../../domain/work/kinds.ts';
import { inlineDefinitions } from '../linked-definitions/inline-definitions.ts';
import { defineJob } from '../define-job.ts';
import type { Job, JobContext } from '../define-job.ts';
import { announceRun } from '../open-lineage/send-run-events.ts';
import { askEngine } from './ask-engine.ts';
import type {
  CheckResult,
  ContractTestOutcome,
  LogLine,
} from '../../domain/contract-tests/outcome.ts';
import { runContractTest } from './run-checks.ts';
import { prepareOpening } from './open-server.ts';
import { createProgress } from './test-progress.ts';

/** The stored result of a test by any engine. */
type Tested = Omit<NonNullable<TestRunEnding['result']>, 'timestampStart' | 'timestampEnd'> & {
  timestampStart?: Date | undefined;
  timestampEnd?: Date | undefined;
};

/** The reason why a scheduled test is skipped. */
type Skipped = { skipped: string };

/** `candidate` is the text of a test whose contract is not stored. */
const payload = Type.Object({
  testRunId: Type.String(),
  candidate: Type.Optional(
    Type.Object({
      dataContractId: Type.String(),
      ownerId: Type.Optional(Type.String()),
      body: Type.String(),
    }),
  ),
});

/** Tests one contract on one server and stores the result. */
export const testDataContract = defineTest('contract-tests', 'test-data-contract');

/** The same test for schedules, with a lower priority. */
export const testOnSchedule = defineTest('scheduled-tests', 'test-on-schedule');

function defineTest(kind: WorkKind, name: string): Job {
  return defineJob({
    kind,
    name,
    payload,
    run: async (context, { testRunId, candidate }) => {
      const organizationId = organizationOf(context.work.organizationId);
      const run =
        (await findTestRun(context.database.knex, organizationId, testRunId)) ??
        throwRunDeleted(testRunId);
      await announceRun(context, 'test', testRunId);
      const timestampStart = context.clock.now();
      const tested = await testText(context, { organizationId, run, candidate });
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

type Candidate = { dataContractId: string; ownerId?: string; body: string };

/** The text to test; `ownerId` is the owner of a text that is not stored. */
type Text = TestedContract & { ownerId?: string | undefined };

async function textOf(
  { database: { knex }, clock }: JobContext,
  organizationId: OrganizationId,
  { dataContractId, dataContractRevision: revision }: TestRun,
): Promise<Text> {
  const asked = { dataContractId, revision };
  const stored = await findTestedContract(knex, organizationId, asked, clock.now());
  return stored ?? refuse('not_found', 'The tested revision of the contract no longer exists.');
}

async function testText(
  context: JobContext,
  {
    organizationId,
    run,
    candidate,
  }: { organizationId: OrganizationId; run: TestRun; candidate: Candidate | undefined },
): Promise<Tested | Skipped> {
  const { knex } = context.database;
  const stored = candidate
    ? { ...candidate, contractId: candidate.dataContractId, source: null }
    : await textOf(context, organizationId, run);
  const engine = await findTestEngine(knex, organizationId);
  if (engine) {
    const yaml = stored.source ?? (await runTask('toYaml', stored.body));
    return askEngine(context, engine, { yaml, server: run.server, organizationId });
  }
  return testHere(context, { organizationId, run, stored });
}

async function testHere(
  context: JobContext,
  { organizationId, run, stored }: { organizationId: OrganizationId; run: TestRun; stored: Text },
): Promise<Tested | Skipped> {
  const { signal, clock } = context;
  const { contractId: dataContractId, ownerId } = stored;
  const contract = JSON.parse(stored.body) as JsonObject;
  const at = run.requestedAt;
  const inlined = await inlineDefinitions(context, { organizationId, document: contract, at });
  const model = normaliseContract(inlined.document);
  const server = model.servers.find((candidate) => candidate.server === run.server);
  if (!server) refuse('unknown_server', `The contract has no server '${run.server}'.`);
  const opening = await prepareOpening(
    context,
    { organizationId, dataContractId, ownerId },
    server,
  );
  // Planned while there was another engine or a connection: a missing sign-in is no failure of the data.
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
    const outcome = await runContractTest({
      model,
      server,
      unread: inlined.unread,
      open,
      signal,
      clock,
      onProgress: report,
    });
    const line = signInLine(opening.account, signedIn, clock.now());
    return toStored({ ...outcome, logs: [...line, ...outcome.logs] });
  } finally {
    await settled();
  }
}

/** Names the account in use, where a team may expect another one. */
function signInLine(account: string | undefined, signedIn: boolean, now: Date): LogLine[] {
  if (account === undefined) return [];
  const message = `${signedIn ? 'Signed in' : 'Tried to sign in'} with ${account}`;
  return [{ level: 'INFO', message, timestamp: now.toISOString() }];
}

function toStored(outcome: ContractTestOutcome): Tested {
  return { result: outcome.result, checks: outcome.checks.map(toStoredCheck), logs: outcome.logs };
}

function toStoredCheck(check: CheckResult): TestCheck {
  const { type, result, field } = check;
  // A service level without a column has no table.
  const model = check.model === '' ? undefined : check.model;
  return { type, result, model, field, body: { ...check, model } };
}

function logOf(message: string, now: Date): LogLine {
  return { level: 'ERROR', message, timestamp: now.toISOString() };
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A contract test belongs to an organization.');
}

function throwRunDeleted(id: string): never {
  return refuse('not_found', `There is no test run '${id}'.`);
}
