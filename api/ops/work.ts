import { Type } from '@sinclair/typebox';
import { cancelWork } from '../../commands/work/cancel-work.ts';
import type { Intervention } from '../../commands/work/intervene.ts';
import { retryWork } from '../../commands/work/retry-work.ts';
import type { Tx } from '../../db/connect.ts';
import { transact } from '../../db/transact.ts';
import { findWorkHistory } from '../../db/views/work/history.ts';
import { countByState, listWork } from '../../db/views/work/list.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';
import { cutPage } from '../http/paging/paging.ts';
import { readInstant } from '../http/read-instant.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import type { ApiRequest } from '../exchange.ts';
import {
  stateSchema,
  workFilterMembers,
  workHistorySchema,
  workListSchema,
} from '../schemas/work.ts';
import { workScopeOf } from './operator-scope.ts';
import { readSubjectNames } from '../../db/views/work/subject-names.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { readKinds } from './read-kinds.ts';
import { presentHistory, presentWork } from './present-work.ts';

const about = (description: string) => Type.Optional(Type.String({ description }));

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/work',
  name: 'listWork',
  sends: ['link'],
  summary: 'Count background work by kind and state, and list the newest',
  tag: 'operations',
  permission: 'organization',
  query: Type.Object({
    id: about('Id of a piece of work'),
    ...workFilterMembers,
    state: Type.Optional({ ...stateSchema, description: 'Only work in this state' }),
    size: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Entries per page',
    }),
    after: about('Id of the last entry of the previous page'),
  }),
  answers: {
    200: {
      description: 'Counts of all work, and the work that matches the filter, newest first',
      schema: workListSchema,
    },
  },
  handle: async ({ query, principal, url, now, services }) => {
    const { size, after, from, to, ...equal } = query;
    for (const name of ['id', 'after'] as const) assertWorkId(name, query[name]);
    const { knex } = services.database;
    const scope = await workScopeOf(knex, principal);
    const filter = { ...equal, from: readInstant('from', from), to: readInstant('to', to) };
    const [kinds, states, rows] = await Promise.all([
      readKinds(services, principal, now),
      countByState(knex, scope, filter),
      listWork(knex, scope, filter, { limit: size + 1, after }),
    ]);
    const { shown, link } = cutPage(rows, { url, query: { size } }, ({ id }) => id);
    const nameOf = await readSubjectNames(knex, principal.organizationId, shown);
    return {
      status: 200,
      json: { kinds, states, work: shown.map((row) => presentWork(row, nameOf)) },
      headers: { link },
    };
  },
});

function assertWorkId(name: string, id: string | undefined): void {
  if (id !== undefined && !isUuid(id)) {
    refuse('bad_request', `${name}=${id} is not the id of a piece of work; ids are UUIDs.`);
  }
}

const answers = {
  200: { description: 'The work as it is now, with its history', schema: workHistorySchema },
};

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/work/:id',
  name: 'getWork',
  summary: 'Get a piece of background work with its history',
  tag: 'operations',
  permission: 'organization',
  answers,
  handle: async (request) => ({ status: 200, json: await readHistory(request) }),
});

type WorkRequest = Pick<
  ApiRequest<{ id: string }, object>,
  'params' | 'principal' | 'services' | 'requestId' | 'now'
>;

async function readHistory({ params: { id }, principal, services, now }: WorkRequest) {
  const { knex } = services.database;
  const scope = await workScopeOf(knex, principal);
  const history = isUuid(id) ? await findWorkHistory(knex, scope, id) : undefined;
  if (!history) return refuse('not_found', `There is no work with the id '${id}'.`);
  const principals = history.interventions.map(({ principal: by }) => by);
  const { organizationId } = principal;
  const names = await listPrincipalNames(knex, organizationId, principals);
  const nameOf = await readSubjectNames(knex, organizationId, [history.work]);
  return presentHistory(history, { names, nameOf, now });
}

function interventionRoute(
  verb: string,
  summary: string,
  command: (tx: Tx, intervention: Intervention) => Promise<void>,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/ops/work/:id/${verb}`,
    name: `${verb}Work`,
    refuses: ['invalid_transition'],
    summary,
    tag: 'operations',
    permission: 'organization',
    body: { required: false },
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

/** Routes that show background work and intervene in it. */
export const workRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  interventionRoute(
    'retry',
    'Retry failed or cancelled work, or start waiting work now',
    retryWork,
  ),
  interventionRoute('cancel', 'Cancel waiting or running work', cancelWork),
];
