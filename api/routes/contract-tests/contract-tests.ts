import { Type } from '@sinclair/typebox';
import { startContractTest } from '../../../commands/contract-tests/start-contract-test.ts';
import { findTestRunOfWork } from '../../../db/tables/contract-tests/test-runs.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import { headerValue } from '../../http/header-values.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import { readPrefer } from '../../http/prefer.ts';
import { getTestResultText, getTestRun, presentTestRun } from '../../present/test-run.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { testResultsSchema, testRunSchema } from '../../schemas/contract-tests/test-results.ts';
import type { Services } from '../../services.ts';
import type { WaitEnd } from '../../wait-for-work.ts';

const testRoute = defineRoute({
  method: 'POST',
  path: '/api/datacontracts/:id/test',
  name: 'testDataContract',
  takes: ['prefer'],
  sends: ['content-location', 'location-html', 'x-catalog-warnings'],
  refuses: [
    'gone',
    'invalid_document',
    'permission_denied',
    'server_required',
    'test_run_cancelled',
    'tests_not_configured',
    'unknown_server',
  ],
  summary:
    'Test a data contract on real data and wait for the results; for every key that may write. Understands Prefer (respond-async, wait=…) and Idempotency-Key',
  tag: 'contract tests',
  query: Type.Object({
    server: Type.Optional(
      Type.String({ description: 'Key of the server; needed when the contract has several' }),
    ),
  }),
  body: { formats: ['json', 'yaml'], required: false },
  bounded: 'tests',
  answers: {
    200: { description: 'The results, even if the data fails the test', schema: testResultsSchema },
    202: {
      description:
        'Still running, or not begun because no worker, clock or Redis is there (hint); Location names the run',
      schema: testRunSchema,
    },
  },
  handle: async (request) => {
    const { testRunId, workId } = await startOrJoin(request);
    const { gone, header, principal } = request;
    const { testWaitSeconds } = request.services.settings;
    const prefer = readPrefer(header('prefer'));
    const seconds = Math.min(prefer.waitSeconds ?? testWaitSeconds, testWaitSeconds);
    const timeoutMs = prefer.respondAsync ? 0 : seconds * 1000;
    return {
      workId,
      answer: async (services) => {
        const options = { timeoutMs, gone, untilLate: true };
        const end = await services.waiters.wait(workId, options);
        return answerRun(services, principal, testRunId, end);
      },
    };
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
    return { testRunId: testRunId ?? refuseDeletedWork(), workId: joinedWork };
  }
  const dataContractId = checkDocumentId(request.params.id);
  const { server } = request.query;
  const knownCredentials = new Set(Object.keys(services.settings.sourceCredentials));
  return startContractTest(services.database, {
    dataContractId,
    server,
    knownCredentials,
    principal,
    requestId: request.requestId,
    now,
    reading: request.reading,
  });
}

async function answerRun(
  services: Services,
  principal: Principal,
  testRunId: string,
  end: WaitEnd,
): Promise<Answer> {
  const ended = end === 'done';
  const run = await getTestRun(services.database, principal.organizationId, testRunId);
  const location = `/api/test-runs/${testRunId}`;
  if (ended && run.outcome === 'CANCELLED') {
    refuse('test_run_cancelled', 'The test run was cancelled before it ended.', {
      extra: { testRunId },
    });
  }
  if (!ended || run.testResultId === null) {
    const hint = typeof end === 'object' ? hintOf(end.missing) : undefined;
    const headers = { location, 'retry-after': '2', 'x-catalog-warnings': hint };
    return { status: 202, headers, json: { ...presentTestRun(run), ...(hint && { hint }) } };
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

function hintOf(missing: string): string {
  return `The test has not begun: ${missing}. It runs once an operator has started what is missing; npm run doctor names it.`;
}

/** Tests of contracts. */
export const contractTestRoutes: readonly Route[] = [testRoute];
