import { Type } from '@sinclair/typebox';
import { cancelTestRun } from '../../../commands/contract-tests/cancel-test-run.ts';
import { countTestRuns, listTestRuns } from '../../../db/tables/contract-tests/test-runs.ts';
import { transact } from '../../../db/transact.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { getTestRun, nameTestRuns, presentTestRun } from '../../present/test-run.ts';
import { collection } from '../../collection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { streamTestRun } from '../../stream/run-stream.ts';
import { testRunSchema } from '../../schemas/contract-tests/test-results.ts';
import { answerStream, openServerSentStream } from '../../stream/server-sent-stream.ts';

const tag = 'contract tests';

const eventsRoute = defineRoute({
  method: 'GET',
  path: '/api/test-runs/:id/events',
  name: 'streamTestRun',
  summary: 'Follow a test run: server-sent events with its state at every change, until it ends',
  tag,
  bounded: 'streams',
  answers: {
    200: { description: 'Events `progress` and at last `ended`; the data of each is the run' },
  },
  handle: async ({ params, principal, services, gone, checkKey }) => {
    const { organizationId } = principal;
    const { id } = await getTestRun(services.database, organizationId, params.id);
    return answerStream({ services, gone, checkKey, principal }, (stream) =>
      openServerSentStream(stream, (ended) =>
        streamTestRun(services, { organizationId, id }, ended),
      ),
    );
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: '/api/test-runs/:id/cancel',
  name: 'cancelTestRun',
  refuses: ['permission_denied'],
  summary:
    'Cancel a test run; an ended run stays as it is. Allowed for the key that requested the run and for keys with RESOURCES_EDIT on the owner of the contract',
  tag,
  body: { required: false },
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

const runRoutes = collection(
  { path: '/api/test-runs/:id', noun: 'run', named: 'test run', tag, schema: testRunSchema },
  {
    list: {
      summary: 'List test runs, newest first',
      query: Type.Object({
        dataContractId: Type.Optional(Type.String({ description: 'Only tests of this contract' })),
        server: Type.Optional(Type.String({ description: 'Only tests of this server' })),
        open: Type.Optional(
          Type.Boolean({
            description: 'true: only open runs; false: only ended runs',
          }),
        ),
        count: Type.Optional(Type.Boolean({ description: 'Adds the header X-Total-Count' })),
        ...pagingQuery,
      }),
      handle: async ({ query, principal, url, services }) => {
        const { dataContractId, server, open } = query;
        const { limit, offset, after } = readPage(query);
        const filter = { dataContractId, server, open };
        const page = { limit, offset, after: readUuidKey(after) };
        const { knex } = services.database;
        const runs = await listTestRuns(knex, principal.organizationId, filter, page);
        const total = query.count
          ? await countTestRuns(knex, principal.organizationId, filter)
          : undefined;
        const named = await nameTestRuns(knex, principal.organizationId, runs);
        return answerList(named, { url, query, total }, presentTestRun, ({ id }) => id);
      },
    },
    get: {
      summary: 'Get the state of a test run',
      handle: async ({ params, principal, services }) => {
        const run = await getTestRun(services.database, principal.organizationId, params.id);
        return { status: 200, json: presentTestRun(run) };
      },
    },
  },
);

/** Runs of contract tests. */
export const testRunRoutes: readonly Route[] = [...runRoutes, eventsRoute, cancelRoute];
