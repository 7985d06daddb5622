import { Type } from '@sinclair/typebox';
import { startContractTest } from '../../commands/contract-tests/start-contract-test.ts';
import { findTestRunOfWork } from '../../db/tables/test-runs.ts';
import { transact } from '../../db/transact.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { headerValue } from '../header-values.ts';
import { readPrefer } from '../prefer.ts';
import { getTestResultText, getTestRun, presentTestRun } from '../present-test-run.ts';
import { defineRoute } from '../route.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';
import { testResultsSchema, testRunSchema } from '../schemas/test-results.ts';
import type { Services } from '../services.ts';

const testRoute = defineRoute({
  method: 'POST',
  path: '/api/datacontracts/:id/test',
  summary:
    'Test a data contract on real data and wait for the results; for every key that may write. Understands Prefer (respond-async, wait=…) and Idempotency-Key',
  tag: 'contract tests',
  access: 'key',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    server: Type.Optional(
      Type.String({ description: 'Key of the server; needed when the contract has several' }),
    ),
  }),
  body: { formats: ['json', 'yaml'], required: false },
  answers: {
    200: { description: 'The results, also when the data fails', schema: testResultsSchema },
    202: { description: 'Still going on; Location names the run', schema: testRunSchema },
    409: {
      description:
        'test_run_cancelled: the run was cancelled before it ended; request_in_progress: the first request with this Idempotency-Key goes on',
    },
    422: {
      description:
        'server_required or unknown_server: which server is not clear; tests_not_configured: nobody knows how to sign in there, or tests are switched off; idempotency_key_reused',
    },
  },
  handle: async (request) => {
    const started = await startOrJoin(request);
    const { settings, waiters } = request.services;
    const prefer = readPrefer(request.header('prefer'));
    const seconds = Math.min(
      prefer.waitSeconds ?? settings.testWaitSeconds,
      settings.testWaitSeconds,
    );
    const timeoutMs = prefer.respondAsync ? 0 : seconds * 1000;
    const end = await waiters.wait(started.workId, { timeoutMs, gone: request.gone });
    return answerRun(request.services, request.principal, started.testRunId, end === 'done');
  },
});

type TestRequest = ApiRequest<{ id: string }, { server?: string }>;

async function startOrJoin(request: TestRequest): Promise<{ testRunId: string; workId: string }> {
  const { principal, services, joinedWork, now } = request;
  if (joinedWork !== undefined) {
    const testRunId = await findTestRunOfWork(
      services.database.knex,
      principal.organizationId,
      joinedWork,
    );
    if (testRunId) return { testRunId, workId: joinedWork };
  }
  const dataContractId = checkDocumentId(request.params.id);
  const { server } = request.query;
  const knownCredentials = new Set(Object.keys(services.settings.sourceCredentials));
  return transact(services.database, async (tx) => {
    const started = await startContractTest(tx, {
      dataContractId,
      server,
      knownCredentials,
      principal,
      requestId: request.requestId,
      now,
    });
    await request.noteWork(tx, started.workId);
    return started;
  });
}

async function answerRun(
  services: Services,
  principal: Principal,
  testRunId: string,
  ended: boolean,
): Promise<Answer> {
  const run = await getTestRun(services.database, principal.organizationId, testRunId);
  const location = `/api/test-runs/${testRunId}`;
  if (ended && run.outcome === 'CANCELLED') {
    refuse('test_run_cancelled', 'The test run was cancelled before it ended.', {
      extra: { testRunId },
    });
  }
  if (!ended || run.testResultId === null) {
    return { status: 202, headers: { location, 'retry-after': '2' }, json: presentTestRun(run) };
  }
  const text = await getTestResultText(
    services.database,
    principal.organizationId,
    run.testResultId,
  );
  const page = `${services.settings.publicUrl}/datacontracts/${encodeURIComponent(run.dataContractId)}`;
  return {
    status: 200,
    headers: { 'content-location': location, 'location-html': headerValue(page) },
    text,
  };
}

/** Testing contracts. */
export const contractTestRoutes: readonly Route[] = [testRoute];
