import { Type } from '@sinclair/typebox';
import { cancelWork } from '../../commands/work/cancel-work.ts';
import type { Intervention } from '../../commands/work/intervene.ts';
import { retryWork } from '../../commands/work/retry-work.ts';
import type { Tx } from '../../db/connect.ts';
import { transact } from '../../db/transact.ts';
import { findWorkHistory } from '../../db/views/work-history.ts';
import { listWork } from '../../db/views/work-list.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { cutPage } from '../paging.ts';
import { readInstant } from '../read-instant.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';
import { kindSchema, stateSchema, workHistorySchema, workListSchema } from '../schemas/work.ts';
import { workScopeOf } from './operator-scope.ts';
import { countWork } from '../../db/views/work-counts.ts';
import { presentHistory, presentWork } from './present-work.ts';

const about = (description: string) => Type.Optional(Type.String({ description }));

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/work',
  summary: 'Count the background work by kind and state, and list the newest',
  tag: 'operations',
  access: 'key',
  permission: 'organization',
  params: Type.Object({}),
  query: Type.Object({
    id: about('Exactly this piece of work'),
    kind: Type.Optional(kindSchema),
    job: about('Job within its kind'),
    key: about('Exactly this key'),
    subjectId: about('What the work is about, e.g. the id of a data contract'),
    state: Type.Optional(stateSchema),
    error: about('Part of the last error, whatever the case'),
    from: about('Requested at or behind this instant'),
    to: about('Requested before this instant'),
    size: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
    after: about('Id of the last entry of the page before'),
  }),
  answers: {
    200: {
      description: 'All work in numbers, and that which the filter holds for, newest first',
      schema: workListSchema,
    },
  },
  handle: async ({ query, principal, url, now, services }) => {
    const { size, after, from, to, ...equal } = query;
    for (const name of ['id', 'after'] as const) assertWorkId(name, query[name]);
    const { knex } = services.database;
    const scope = await workScopeOf(knex, principal);
    const filter = { ...equal, from: readInstant('from', from), to: readInstant('to', to) };
    const [kinds, rows] = await Promise.all([
      countWork(knex, scope, now),
      listWork(knex, scope, filter, { limit: size + 1, after }),
    ]);
    const { shown, link } = cutPage(rows, { url, query: { size } }, ({ id }) => id);
    return {
      status: 200,
      json: { kinds, work: shown.map(presentWork) },
      headers: { link },
    };
  },
});

function assertWorkId(name: string, id: string | undefined): void {
  if (id !== undefined && !isUuid(id)) {
    refuse('bad_request', `${name}=${id} is no id of a piece of work; those are UUIDs.`);
  }
}

const params = Type.Object({ id: Type.String() });
const answers = {
  200: { description: 'The work as it is now, with its history', schema: workHistorySchema },
};

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/work/:id',
  summary: 'Get a piece of background work with its history',
  tag: 'operations',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object({}),
  answers,
  handle: async (request) => ({ status: 200, json: await readHistory(request) }),
});

type WorkRequest = Pick<
  ApiRequest<{ id: string }, object>,
  'params' | 'principal' | 'services' | 'requestId' | 'now'
>;

async function readHistory({ params: { id }, principal, services }: WorkRequest) {
  const { knex } = services.database;
  const scope = await workScopeOf(knex, principal);
  const history = isUuid(id) ? await findWorkHistory(knex, scope, id) : undefined;
  return history
    ? presentHistory(history)
    : refuse('not_found', `There is no work with the id '${id}'.`);
}

function interventionRoute(
  verb: string,
  summary: string,
  command: (tx: Tx, intervention: Intervention) => Promise<void>,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/ops/work/:id/${verb}`,
    summary,
    tag: 'operations',
    access: 'key',
    permission: 'organization',
    params,
    query: Type.Object({}),
    body: { formats: ['json'], required: false },
    dryRun: true,
    answers,
    handle: async (request) => {
      const { principal, requestId, now, services } = request;
      await transact(services.database, (tx) =>
        command(tx, {
          id: request.params.id,
          organizationId: principal.organizationId,
          principal: principal.name,
          requestId,
          now,
        }),
      );
      return { status: 200, json: await readHistory(request) };
    },
  });
}

/** Looking at background work, and intervening in it. */
export const workRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  interventionRoute(
    'retry',
    'Try work once more that failed or was cancelled; hasten work that waits for its time',
    retryWork,
  ),
  interventionRoute('cancel', 'Ask for the end of work that waits or runs', cancelWork),
];
