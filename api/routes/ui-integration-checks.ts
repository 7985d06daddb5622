import { Type } from '@sinclair/typebox';
import { cancelCheck } from '../../commands/integrations/cancel-check.ts';
import { getCheck } from '../../commands/integrations/get-check.ts';
import { requestCheck } from '../../commands/integrations/request-check.ts';
import { findCheckOfWork } from '../../db/tables/integration-checks.ts';
import type { IntegrationCheck } from '../../db/tables/integration-checks.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
import { transact } from '../../db/transact.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { readPrefer } from '../prefer.ts';
import { presentCheck } from '../present-check.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';
import { integrationCheckSchema } from '../schemas/ui-integrations.ts';

const params = Type.Object({ id: Type.String({ description: 'externalId of the integration' }) });
const checkParams = Type.Object({ ...params.properties, checkId: Type.String() });
const path = '/ui/integrations/:id';
const tag = 'web ui';
const access = 'session';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

/** People look at it until it is there, but a connection does not wait for ever. */
const longestWaitSeconds = 60;

type CheckRequest = ApiRequest<{ id: string }, object>;

function checkRoute(end: string, kind: IntegrationCheck['kind'], summary: string): Route {
  return defineRoute({
    method: 'POST',
    path: `${path}/${end}`,
    summary,
    tag,
    access,
    permission,
    params,
    query: Type.Object({}),
    body: { formats: ['json'], required: false },
    answers: {
      200: { description: 'What was found, also when it failed', schema: integrationCheckSchema },
      202: { description: 'Still going on, at Location', schema: integrationCheckSchema },
    },
    handle: async (request) => {
      const { principal, services, header, gone } = request;
      const key = {
        organizationId: principal.organizationId,
        id: checkDocumentId(request.params.id),
      };
      const { checkId, workId } = await requestOrJoin(request, key, kind);
      const { respondAsync, waitSeconds = longestWaitSeconds } = readPrefer(header('prefer'));
      const seconds = respondAsync ? 0 : Math.min(waitSeconds, longestWaitSeconds);
      await services.waiters.wait(workId, { timeoutMs: seconds * 1_000, gone });
      const check = await getCheck(services.database.knex, key, checkId);
      const location = `/ui/integrations/${encodeURIComponent(key.id)}/checks/${checkId}`;
      const json = presentCheck(check);
      return check.outcome === null
        ? { status: 202, headers: { location, 'retry-after': '2' }, json }
        : { status: 200, headers: { 'content-location': location }, json };
    },
  });
}

async function requestOrJoin(
  { joinedWork, noteWork, principal, requestId, now, services }: CheckRequest,
  key: IntegrationKey,
  kind: IntegrationCheck['kind'],
): Promise<{ checkId: string; workId: string }> {
  const { database } = services;
  const joined = joinedWork && (await findCheckOfWork(database.knex, key, joinedWork));
  if (joined) return { checkId: joined.id, workId: joined.workId };
  return transact(database, async (tx) => {
    const requested = await requestCheck(tx, { id: key.id, kind, principal, requestId, now });
    await noteWork(tx, requested.workId);
    return requested;
  });
}

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/checks/:checkId`,
  summary: 'Get a test of a connection, or a plan, and how it stands',
  tag,
  access,
  params: checkParams,
  query: Type.Object({}),
  answers: { 200: { description: 'The check', schema: integrationCheckSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const key = { organizationId, id: checkDocumentId(params.id) };
    const check = await getCheck(services.database.knex, key, params.checkId);
    return { status: 200, json: presentCheck(check) };
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: `${path}/checks/:checkId/cancel`,
  summary: 'Cancel a test of a connection, or a plan; one that has ended stays as it is',
  tag,
  access,
  permission,
  params: checkParams,
  query: Type.Object({}),
  body: { formats: ['json'], required: false },
  answers: { 204: { description: 'Asked for' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const { checkId } = params;
    await transact(services.database, (tx) =>
      cancelCheck(tx, { id, checkId, principal, requestId, now }),
    );
    return { status: 204 };
  },
});

/** Looking at the platform of an integration before it is ingested; nothing is written. */
export const uiIntegrationCheckRoutes: readonly Route[] = [
  checkRoute(
    'test-connection',
    'connection',
    'Connect to the platform of an integration, and wait for what came of it',
  ),
  checkRoute(
    'plan',
    'plan',
    'Find out what a run would create, change and delete, and wait for it',
  ),
  getRoute,
  cancelRoute,
];
