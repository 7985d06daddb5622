import { Type } from '@sinclair/typebox';
import { getBranch } from '../../../commands/contract-branches/read-branch.ts';
import { deleteTestResults } from '../../../commands/contract-tests/delete-test-results.ts';
import { publishTestResults } from '../../../commands/contract-tests/publish-test-results.ts';
import {
  countTestResults,
  findTestResultTime,
  listTestResults,
} from '../../../db/tables/contract-tests/test-results.ts';
import { listTestTrends } from '../../../db/views/contract-tests/test-trend.ts';
import { branchContractId } from '../../../domain/contract-branches/branch-id.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { headerValue } from '../../http/header-values.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { documentPage } from '../../present/documents/document-page.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { lastDays } from '../../present/search/last-days.ts';
import { getTestResultText, presentTestResultHead } from '../../present/test-run.ts';
import { readInstant } from '../../http/read-instant.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { RawBody } from '../../exchange.ts';
import { publishedResultsSchema } from '../../../domain/test-results/published-results.ts';
import { isShort, runHere, runTask } from '../../../commands/tasks/run-task.ts';
import { unknownMembersWarning } from '../../http/warnings.ts';
import { dailyQuery } from '../../schemas/contract-tests/check-days.ts';
import {
  testResultHeadSchema,
  testResultsSchema,
  testTrendDaySchema,
  verdicts,
} from '../../schemas/contract-tests/test-results.ts';
import type { Services } from '../../services.ts';
import { checkDaysRoute } from './check-days.ts';

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/test-results',
  name: 'listTestResults',
  refuses: ['not_found'],
  summary: 'List test results, newest first, without checks and logs',
  tag: 'test results',
  query: Type.Object({
    dataContractId: Type.Optional(Type.String({ description: 'Only tests of this contract' })),
    branch: Type.Optional(
      Type.String({
        description:
          'Only tests of this branch of the data contract, which dataContractId names; without it no test of a branch is listed',
        examples: ['feature/new-terms'],
      }),
    ),
    server: Type.Optional(Type.String({ description: 'Only tests of this server' })),
    from: Type.Optional(Type.String({ description: 'Started at or after this instant' })),
    to: Type.Optional(Type.String({ description: 'Started before this instant (exclusive)' })),
    result: Type.Optional(
      Type.Array(Type.Union(verdicts.map((value) => Type.Literal(value))), {
        description: 'One or more results',
      }),
    ),
    count: Type.Optional(Type.Boolean({ description: 'Adds the header X-Total-Count' })),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The results', schema: Type.Array(testResultHeadSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { organizationId } = principal;
    const { server } = query;
    const dataContractId = await readTested(services, organizationId, query);
    const filter = {
      dataContractId,
      server,
      from: readInstant('from', query.from),
      to: readInstant('to', query.to),
      results: query.result,
    };
    const page = readPage(query);
    const after =
      page.after === undefined ? undefined : await readAfter(services, organizationId, page.after);
    const { knex } = services.database;
    const rows = await listTestResults(knex, organizationId, filter, {
      limit: page.limit,
      offset: page.offset,
      after,
    });
    const total = query.count ? await countTestResults(knex, organizationId, filter) : undefined;
    return answerList(rows, { url, query, total }, presentTestResultHead, ({ id }) => id);
  },
});

/** The id under which the wanted results are stored. */
async function readTested(
  { database: { knex } }: Services,
  organizationId: OrganizationId,
  { dataContractId, branch: name }: { dataContractId?: string; branch?: string },
): Promise<string | undefined> {
  if (name === undefined) return dataContractId;
  if (dataContractId === undefined) {
    refuse('bad_request', 'branch needs dataContractId: name the data contract of the branch.');
  }
  const { id } = await getBranch(knex, { organizationId, dataContractId, name });
  return branchContractId(id);
}

async function readAfter(
  services: Services,
  organizationId: OrganizationId,
  id: string,
): Promise<{ createdAt: Date; id: string }> {
  const createdAt = await findTestResultTime(services.database.knex, organizationId, id);
  return createdAt ? { createdAt, id } : refuse('bad_request', `after=${id} names no test result.`);
}

const trendRoute = defineRoute({
  method: 'GET',
  path: '/api/datacontracts/:id/test-results/trend',
  name: 'getTestTrend',
  summary: 'Get the daily test results of a data contract, one entry for each UTC day with tests',
  tag: 'test results',
  query: Type.Object(dailyQuery),
  answers: {
    200: { description: 'The days, oldest first', schema: Type.Array(testTrendDaySchema) },
  },
  handle: async ({ params, query: { server, days }, principal, now, services }) => {
    const { knex } = services.database;
    const { organizationId } = principal;
    const dataContractId = await findKnownId(services, principal, dataContract, params.id);
    const span = lastDays(days, now);
    const dataContractIds = [dataContractId];
    const trends = await listTestTrends(knex, organizationId, { dataContractIds, server, ...span });
    return { status: 200, json: trends.get(dataContractId) ?? [] };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/test-results/:id',
  name: 'getTestResults',
  summary: 'Get test results with all checks',
  tag: 'test results',
  answers: {
    200: {
      description: 'The results; published ones as they were sent',
      schema: Type.Union([testResultsSchema, publishedResultsSchema]),
    },
  },
  handle: async ({ params, principal, services }) => ({
    status: 200,
    text: await getTestResultText(
      services.database,
      principal.organizationId,
      checkDocumentId(params.id),
    ),
  }),
});

/** What publishing results of contracts and of their branches has in common. */
export const publishDeclaration = {
  method: 'POST',
  sends: ['location-html', 'x-catalog-warnings'],
  refuses: [
    'already_exists',
    'invalid_document',
    'invalid_id',
    'unknown_reference',
    'unknown_server',
  ],
  tag: 'test results',
  body: { schema: publishedResultsSchema },
  answers: { 200: { description: 'Stored; the answer has no body' } },
} as const;

const publishRoute = defineRoute({
  ...publishDeclaration,
  path: '/api/test-results',
  name: 'publishTestResults',
  summary: 'Publish the results of a test that was run elsewhere',
  handle: async ({ body, principal, requestId, now, services, reading }) => {
    const { result, unknownMembers } = await readResults(body);
    await publishTestResults(services.database, { result, principal, requestId, now, reading });
    const { publicUrl } = services.settings;
    return answerPublished(
      documentPage(publicUrl, dataContract, result.dataContractId),
      unknownMembers,
    );
  },
});

/** Reads published results and the names of their unknown members. */
export const readResults = (body: RawBody) =>
  (isShort(body) ? runHere : runTask)('readPublishedResults', body);

/** The answer to published results. */
export const answerPublished = (page: string, unknownMembers: readonly string[]) => ({
  status: 200,
  headers: {
    'location-html': headerValue(page),
    'x-catalog-warnings':
      unknownMembers.length > 0 ? headerValue(unknownMembersWarning(unknownMembers)) : undefined,
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/test-results/:id',
  name: 'deleteTestResults',
  summary: 'Delete test results',
  tag: 'test results',
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    await deleteTestResults(services.database, { id, principal, requestId, now });
    return { status: 200 };
  },
});

export const testResultRoutes: readonly Route[] = [
  listRoute,
  publishRoute,
  trendRoute,
  checkDaysRoute,
  getRoute,
  deleteRoute,
];
