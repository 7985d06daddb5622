import { Type } from '@sinclair/typebox';
import { cancelTestRun } from '../../commands/contract-tests/cancel-test-run.ts';
import { countTestRuns, listTestRuns } from '../../db/tables/test-runs.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { getTestRun, presentTestRun } from '../present-test-run.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { tellTestRun } from '../run-stream.ts';
import { testRunSchema } from '../schemas/test-results.ts';
import { answerStream, openServerSentStream } from '../server-sent-stream.ts';

const tag = 'contract tests';
const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/test-runs',
  summary: 'List test runs, newest first',
  tag,
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    dataContractId: Type.Optional(Type.String()),
    server: Type.Optional(Type.String()),
    open: Type.Optional(
      Type.Boolean({ description: 'true: only those that have not ended; false: only the others' }),
    ),
    count: Type.Optional(Type.Boolean({ description: 'Adds X-Total-Count' })),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The runs', schema: Type.Array(testRunSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { dataContractId, server, open } = query;
    const { limit, offset, after } = readPage(query);
    if (after !== undefined && !isUuid(after)) {
      refuse('bad_request', `after=${after} names no test run.`);
    }
    const filter = { dataContractId, server, open };
    const page = { limit, offset, after };
    const { knex } = services.database;
    const runs = await listTestRuns(knex, principal.organizationId, filter, page);
    const total = query.count
      ? await countTestRuns(knex, principal.organizationId, filter)
      : undefined;
    const { shown, link } = cutPage(runs, { url, query }, ({ id }) => id);
    return {
      status: 200,
      json: shown.map(presentTestRun),
      headers: { link, 'x-total-count': total?.toString() },
    };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/test-runs/:id',
  summary: 'Get the state of a test run',
  tag,
  access: 'key',
  params,
  query: noQuery,
  answers: { 200: { description: 'The run', schema: testRunSchema } },
  handle: async ({ params, principal, services }) => {
    const run = await getTestRun(services.database, principal.organizationId, params.id);
    return { status: 200, json: presentTestRun(run) };
  },
});

const eventsRoute = defineRoute({
  method: 'GET',
  path: '/api/test-runs/:id/events',
  summary:
    'Follow a test run: server-sent events with its state, each time that it changes, until it ends',
  tag,
  access: 'key',
  params,
  query: noQuery,
  answers: {
    200: { description: 'Events `progress` and at last `ended`; the data of each is the run' },
  },
  handle: async ({ params, principal, services, gone, checkKey }) => {
    const { organizationId } = principal;
    const { id } = await getTestRun(services.database, organizationId, params.id);
    return answerStream({ services, gone, checkKey, principal }, (stream) =>
      openServerSentStream(stream, (ended) => tellTestRun(services, { organizationId, id }, ended)),
    );
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: '/api/test-runs/:id/cancel',
  summary:
    'Cancel a test run; one that has ended stays as it is. For the key that asked for it, and for keys with RESOURCES_EDIT on the owner of the contract',
  tag,
  access: 'key',
  params,
  query: noQuery,
  body: { formats: ['json'], required: false },
  dryRun: true,
  answers: { 200: { description: 'The run as it is now', schema: testRunSchema } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const { database } = services;
    const { id } = await getTestRun(database, principal.organizationId, params.id);
    await transact(database, (tx) =>
      cancelTestRun(tx, { testRunId: id, principal, requestId, now }),
    );
    return {
      status: 200,
      json: presentTestRun(await getTestRun(database, principal.organizationId, id)),
    };
  },
});

/** Runs of contract tests. */
export const testRunRoutes: readonly Route[] = [listRoute, getRoute, eventsRoute, cancelRoute];
