import { Type } from '@sinclair/typebox';
import { readContent } from '../../../commands/documents/read-content.ts';
import { startCandidateTest } from '../../../commands/contract-tests/start-candidate-test.ts';
import { startContractTest } from '../../../commands/contract-tests/start-contract-test.ts';
import type { StartedTest } from '../../../commands/contract-tests/start-contract-test.ts';
import { findTestRunOfWork } from '../../../db/tables/contract-tests/test-runs.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import type { Principal } from '../../../domain/principal.ts';
import { headerValue } from '../../http/header-values.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import { readPrefer } from '../../http/prefer.ts';
import { getTestResultText, getTestRun, presentTestRun } from '../../present/test-run.ts';
import { documentPage } from '../../present/documents/document-page.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest, PendingAnswer } from '../../exchange.ts';
import { testResultsSchema, testRunSchema } from '../../schemas/contract-tests/test-results.ts';
import { documentSchemas } from '../../schemas/documents/documents.ts';
import type { Services } from '../../services.ts';
import type { WaitEnd } from '../../wait-for-work.ts';
import { operatorCommand } from '../../../lib/operator-command.ts';

/** What the tests of contracts and of their branches have in common. */
export const testDeclaration = {
  method: 'POST',
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
} as const;

const testRoute = defineRoute({
  ...testDeclaration,
  path: '/api/datacontracts/:id/test',
  name: 'testDataContract',
  summary:
    'Test a data contract on real data and wait for the results; for every key that may write. Understands Prefer (respond-async, wait=…) and Idempotency-Key',
  handle: (request) => {
    const { principal, services, requestId, now, reading, params, query } = request;
    const dataContractId = checkDocumentId(params.id);
    const page = documentPage(services.settings.publicUrl, dataContract, dataContractId);
    return answerTest(request, page, () =>
      startContractTest(services.database, {
        dataContractId,
        server: query.server,
        knownCredentials: knownCredentials(services),
        principal,
        requestId,
        now,
        reading,
      }),
    );
  },
});

const candidateRoute = defineRoute({
  ...testDeclaration,
  path: '/api/datacontracts/:id/test-candidate',
  name: 'testDataContractCandidate',
  refuses: [...testDeclaration.refuses, 'id_mismatch', 'ownership_missing', 'invalid_id'],
  summary:
    'Test the text in the body on real data without storing it, whether or not the contract exists; for those who may store it. Its run and its results are those of `candidate/<id>` and do not count for the contract. Understands Prefer and Idempotency-Key',
  body: { formats: ['json', 'yaml'], schema: documentSchemas(dataContract) },
  handle: async (request) => {
    const { principal, services, requestId, now, reading, params, query, body } = request;
    const dataContractId = checkDocumentId(params.id);
    const { deprecatedFormatsUntil, publicUrl } = services.settings;
    const kind = dataContract.name;
    const address = { kind, id: dataContractId, now, deprecatedFormatsUntil };
    const content = await readContent(body, address);
    return answerTest(request, documentPage(publicUrl, dataContract, dataContractId), () =>
      startCandidateTest(services.database, {
        content,
        dataContractId,
        server: query.server,
        knownCredentials: knownCredentials(services),
        principal,
        requestId,
        now,
        reading,
      }),
    );
  },
});

/** Names of the configured credentials of this installation. */
export const knownCredentials = ({ settings }: Services): ReadonlySet<string> =>
  new Set(Object.keys(settings.sourceCredentials));

type TestRequest = ApiRequest<Record<string, string>, { server?: string }>;

/** Waits for the test that the request starts, or has started before with the same Idempotency-Key. */
export async function answerTest(
  request: TestRequest,
  page: string,
  start: () => Promise<StartedTest>,
): Promise<PendingAnswer> {
  const { testRunId, workId } = await startOrJoin(request, start);
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
      return answerRun(services, principal, { testRunId, page }, end);
    },
  };
}

async function startOrJoin(
  { principal, services, joinedWork }: TestRequest,
  start: () => Promise<StartedTest>,
): Promise<StartedTest> {
  if (joinedWork === undefined) return start();
  const { knex } = services.database;
  const testRunId = await findTestRunOfWork(knex, principal.organizationId, joinedWork);
  return { testRunId: testRunId ?? refuseDeletedWork(), workId: joinedWork };
}

async function answerRun(
  services: Services,
  principal: Principal,
  { testRunId, page }: { testRunId: string; page: string },
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
  return {
    status: 200,
    headers: { 'content-location': location, 'location-html': headerValue(page) },
    text,
  };
}

function hintOf(missing: string): string {
  return `The test has not begun: ${missing}. It runs once an operator has started what is missing; ${operatorCommand('doctor')} names it.`;
}

/** Tests of contracts. */
export const contractTestRoutes: readonly Route[] = [testRoute, candidateRoute];
