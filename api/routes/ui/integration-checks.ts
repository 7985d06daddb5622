import { Type } from '@sinclair/typebox';
import { cancelCheck } from '../../../commands/integrations/cancel-check.ts';
import { getCheck } from '../../../commands/integrations/get-check.ts';
import { requestCheck } from '../../../commands/integrations/request-check.ts';
import type { Database } from '../../../db/connect.ts';
import { findCheckOfWork } from '../../../db/tables/ingestion/integration-checks.ts';
import type { IntegrationCheck } from '../../../db/tables/ingestion/integration-checks.ts';
import type { IntegrationKey } from '../../../db/tables/ingestion/integrations.ts';
import { transact } from '../../../db/transact.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import { readPrefer } from '../../http/prefer.ts';
import { presentCheck } from '../../present/check.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { integrationCheckSchema } from '../../schemas/ui/integrations.ts';
import { plannedAssetsRoute } from './planned-assets.ts';

const params = Type.Object({ id: Type.String({ description: 'externalId of the integration' }) });
const checkParams = Type.Object({ ...params.properties, checkId: Type.String() });
const path = '/ui/integrations/:id';
const tag = 'web ui';
const access = 'session';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

/** Maximum wait for a check: a person watches it, but a connection must not stay open indefinitely. */
const maxWaitSeconds = 60;

type CheckRequest = ApiRequest<{ id: string }, object>;

function checkRoute(end: string, kind: IntegrationCheck['kind'], summary: string): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/${end}`,
    name: kind === 'plan' ? 'planIntegrationRun' : 'testIntegrationConnection',
    takes: ['prefer'],
    sends: ['content-location'],
    refuses: ['gone'],
    summary,
    tag,
    access,
    permission,
    params,
    body: { required: false },
    bounded: 'tests',
    answers: {
      200: { description: 'The result, even of a failed check', schema: integrationCheckSchema },
      202: {
        description: 'Still running; Location names the check',
        schema: integrationCheckSchema,
      },
    },
    handle: async (request) => {
      const { principal, header, gone } = request;
      const key = {
        organizationId: principal.organizationId,
        id: checkDocumentId(request.params.id),
      };
      const { checkId, workId } = await requestOrJoin(request, key, kind);
      const { respondAsync, waitSeconds = maxWaitSeconds } = readPrefer(header('prefer'));
      const seconds = respondAsync ? 0 : Math.min(waitSeconds, maxWaitSeconds);
      return {
        workId,
        answer: async ({ waiters, database }) => {
          await waiters.wait(workId, { timeoutMs: seconds * 1_000, gone });
          return answerCheck(database, await getCheck(database.knex, key, checkId), key);
        },
      };
    },
  });
}

async function answerCheck(
  { knex }: Database,
  check: IntegrationCheck,
  { organizationId, id }: IntegrationKey,
): Promise<Answer> {
  const location = `/ui/integrations/${encodeURIComponent(id)}/checks/${check.id}`;
  const json = await presentCheck(knex, organizationId, check);
  return check.outcome === null
    ? { status: 202, headers: { location, 'retry-after': '2' }, json }
    : { status: 200, headers: { 'content-location': location }, json };
}

async function requestOrJoin(
  { joinedWork, principal, requestId, now, services }: CheckRequest,
  key: IntegrationKey,
  kind: IntegrationCheck['kind'],
): Promise<{ checkId: string; workId: string }> {
  const { database } = services;
  if (joinedWork !== undefined) {
    const joined = await findCheckOfWork(database.knex, key, joinedWork);
    return { checkId: joined?.id ?? refuseDeletedWork(), workId: joinedWork };
  }
  return transact(database, (tx) =>
    requestCheck(tx, { id: key.id, kind, principal, requestId, now }),
  );
}

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/checks/:checkId`,
  name: 'getIntegrationCheck',
  summary: 'Get the state of a connection test or a plan',
  tag,
  access,
  params: checkParams,
  answers: { 200: { description: 'The check', schema: integrationCheckSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const key = { organizationId, id: checkDocumentId(params.id) };
    const check = await getCheck(services.database.knex, key, params.checkId);
    return { status: 200, json: await presentCheck(services.database.knex, organizationId, check) };
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: `${path}/checks/:checkId/cancel`,
  name: 'cancelIntegrationCheck',
  summary: 'Cancel a connection test or a plan; if it has ended, it stays as it is',
  tag,
  access,
  permission,
  params: checkParams,
  body: { required: false },
  answers: { 204: { description: 'Cancellation requested' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const { checkId } = params;
    await transact(services.database, (tx) =>
      cancelCheck(tx, { id, checkId, principal, requestId, now }),
    );
    return { status: 204 };
  },
});

/** Checks of an integration's platform before ingestion; nothing is written. */
export const uiIntegrationCheckRoutes: readonly Route[] = [
  checkRoute(
    'test-connection',
    'connection',
    'Test the connection of an integration to its platform, and wait for the result',
  ),
  checkRoute(
    'plan',
    'plan',
    'Plan a run: find what it would create, change and delete, and wait for the result',
  ),
  getRoute,
  plannedAssetsRoute,
  cancelRoute,
];
