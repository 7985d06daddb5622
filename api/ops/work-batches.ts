import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import {
  leftOf,
  refuseUnknownBatch,
  startBatch,
  stopBatch,
} from '../../commands/work/start-batch.ts';
import { findBatch, listBatches } from '../../db/tables/work/batches.ts';
import type { WorkBatch } from '../../db/tables/work/batches.ts';
import { transact } from '../../db/transact.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { listBatchRows } from '../../db/views/work/batch-rows.ts';
import { readSubjectNames } from '../../db/views/work/subject-names.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import type { BatchAction, BatchOutcome } from '../../domain/work/batches.ts';
import { isUuid } from '../../lib/ids.ts';
import { parseObject } from '../body/parse-document.ts';
import { cutPage, readUuidKey } from '../http/paging/paging.ts';
import { readInstant } from '../http/read-instant.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import {
  batchSchema,
  batchWithRowsSchema,
  cancelRequestSchema,
  outcomeSchema,
  retryRequestSchema,
} from '../schemas/ops/work-batches.ts';
import type { Services } from '../services.ts';
import { workScopeOf } from './operator-scope.ts';

const size = Type.Integer({
  minimum: 1,
  maximum: 1000,
  default: 100,
  description: 'Entries per page',
});
const params = Type.Object({ id: Type.String({ description: 'Id of the batch' }) });
const about = (description: string) => Type.Optional(Type.String({ description }));

function present(batch: WorkBatch, names: ReadonlyMap<string, string>) {
  const { organizationId: _, requestId: __, filter, done, refused, failed, ...rest } = batch;
  return {
    ...rest,
    filter: JSON.parse(filter) as unknown,
    counts: { waiting: leftOf(batch), done, refused, failed },
    requestedByName: names.get(batch.requestedBy) ?? null,
  };
}

type Page = { outcome: BatchOutcome | undefined; after: string | undefined; size: number };

/** The batch with a page of its rows, and the rows beyond the page. */
async function readBatch(services: Services, principal: Principal, id: string, page: Page) {
  const { knex } = services.database;
  const { organizationId } = principal;
  const key = { organizationId, id };
  const batch = isUuid(id) ? await findBatch(knex, key) : undefined;
  if (!batch) return refuseUnknownBatch(id);
  const { outcome, after } = page;
  const rows = await listBatchRows(knex, key, { outcome, after, limit: page.size + 1 });
  const [names, nameOf] = await Promise.all([
    listPrincipalNames(knex, organizationId, [batch.requestedBy]),
    readSubjectNames(knex, organizationId, rows),
  ]);
  const named = rows.map((row) => ({ ...row, subjectName: nameOf(row) }));
  return { batch: present(batch, names), rows: named };
}

function refuseWithoutState(): never {
  const message = 'is required, or ids';
  return refuse('invalid_body', `filter.state ${message}.`, {
    violations: [{ field: 'filter.state', message }],
  });
}

function startRoute(
  action: BatchAction,
  summary: string,
  schema: typeof retryRequestSchema,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/ops/work/${action}`,
    name: `${action}ManyWork`,
    sends: ['location'],
    refuses: ['invalid_body', 'concurrent_change', 'limit_reached'],
    summary,
    tag: 'operations',
    permission: 'organization',
    body: { schema },
    dryRun: true,
    answers: {
      200: { description: 'All is handled', schema: batchWithRowsSchema },
      202: { description: 'Clocks handle the rest', schema: batchWithRowsSchema },
    },
    handle: async ({ body, principal, requestId, now, services }) => {
      const { document } = await parseObject(body);
      const asked: Static<typeof schema> = assertValid(schema, document, 'invalid_body');
      const { from, to, ...equal } = asked.filter;
      if (equal.state === undefined && equal.ids === undefined) refuseWithoutState();
      const filter = { ...equal, from: readInstant('from', from), to: readInstant('to', to) };
      const scope = await workScopeOf(services.database.knex, principal);
      const { expectedCount } = asked;
      const chosen = { action, scope, filter, asked: asked.filter, expectedCount };
      const id = await transact(services.database, (tx) =>
        startBatch(tx, { ...chosen, principal, requestId, now, log: services.log }),
      );
      const page = { outcome: undefined, after: undefined, size: 100 };
      const { batch, rows } = await readBatch(services, principal, id, page);
      return {
        status: batch.endedAt === null ? 202 : 200,
        headers: { location: `/api/ops/work-batches/${id}` },
        json: { ...batch, rows: rows.slice(0, page.size) },
      };
    },
  });
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/work-batches',
  name: 'listWorkBatches',
  sends: ['link'],
  summary: 'List retries and cancellations of many pieces of work, newest first',
  tag: 'operations',
  permission: 'organization',
  query: Type.Object({ size, after: about('Id of the last entry of the previous page') }),
  answers: { 200: { description: 'The batches', schema: Type.Array(batchSchema) } },
  handle: async ({ query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const page = { after: readUuidKey(query.after), limit: query.size + 1 };
    const batches = await listBatches(knex, organizationId, page);
    const { shown, link } = cutPage(batches, { url, query: { size: query.size } }, ({ id }) => id);
    const names = await listPrincipalNames(
      knex,
      organizationId,
      shown.map(({ requestedBy }) => requestedBy),
    );
    return {
      status: 200,
      json: shown.map((batch) => present(batch, names)),
      headers: { link },
    };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/work-batches/:id',
  name: 'getWorkBatch',
  sends: ['link'],
  summary: 'Get a retry or cancellation of many pieces of work, with what became of each',
  tag: 'operations',
  permission: 'organization',
  params,
  query: Type.Object({
    outcome: Type.Optional({ ...outcomeSchema, description: 'Only rows with this outcome' }),
    size,
    after: about('Id of the work of the last row of the previous page'),
  }),
  answers: { 200: { description: 'The batch', schema: batchWithRowsSchema } },
  handle: async ({ params: { id }, query, principal, url, services }) => {
    const page = { ...query, outcome: query.outcome, after: readUuidKey(query.after) };
    const { batch, rows } = await readBatch(services, principal, id, page);
    const { shown, link } = cutPage(
      rows,
      { url, query: { size: query.size } },
      (row) => row.workId,
    );
    return { status: 200, json: { ...batch, rows: shown }, headers: { link } };
  },
});

const stopRoute = defineRoute({
  method: 'POST',
  path: '/api/ops/work-batches/:id/stop',
  name: 'stopWorkBatch',
  summary:
    'Stop a retry or cancellation of many pieces of work; what is not handled stays as it is',
  tag: 'operations',
  permission: 'organization',
  params,
  body: { required: false },
  dryRun: true,
  answers: { 200: { description: 'The batch as it is now', schema: batchWithRowsSchema } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    await transact(services.database, (tx) => stopBatch(tx, { id, principal, requestId, now }));
    const page = { outcome: undefined, after: undefined, size: 100 };
    const { batch, rows } = await readBatch(services, principal, id, page);
    return { status: 200, json: { ...batch, rows: rows.slice(0, page.size) } };
  },
});

/** Routes that retry and cancel many pieces of work. */
export const workBatchRoutes: readonly Route[] = [
  startRoute(
    'retry',
    'Retry all work that matches a filter; exactly the expected number, or none',
    retryRequestSchema,
  ),
  startRoute(
    'cancel',
    'Cancel all work that matches a filter; exactly the expected number, or none',
    cancelRequestSchema,
  ),
  listRoute,
  getRoute,
  stopRoute,
];
