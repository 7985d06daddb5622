import { Type } from '@sinclair/typebox';
import { cancelRun } from '../../commands/integrations/cancel-run.ts';
import { startRun } from '../../commands/integrations/start-run.ts';
import { listLatestRuns } from '../../db/tables/ingestion-runs.ts';
import { listIntegrations } from '../../db/tables/integrations.ts';
import { transact } from '../../db/transact.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { headerValue } from '../header-values.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { presentIntegration, presentWholeIntegration } from '../present-integration.ts';
import { presentTriggered } from '../present-run.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { RawBody, Route } from '../route.ts';
import {
  integrationDetailSchema,
  integrationSchema,
  triggeredRunSchema,
} from '../schemas/integrations.ts';

const params = Type.Object({ id: Type.String({ description: 'Its externalId' }) });
const noQuery = Type.Object({});
const path = '/api/integrations/:id';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/integrations',
  summary: 'List the integrations, each with its latest run',
  tag: 'integrations',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    ...pagingQuery,
    owningTeamExternalId: Type.Optional(Type.String({ description: 'Only those of this team' })),
    source: Type.Optional(Type.String({ description: 'Only those of this platform' })),
    enabled: Type.Optional(Type.Boolean({ description: 'Only those that are, or are not' })),
  }),
  answers: { 200: { description: 'The integrations', schema: Type.Array(integrationSchema) } },
  handle: async ({ query, principal: { organizationId }, url, services }) => {
    const page = readPage(query);
    const { knex } = services.database;
    const { owningTeamExternalId: ownerId, source, enabled } = query;
    const filter = { ownerId, source, enabled };
    const rows = await listIntegrations(knex, organizationId, filter, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    const ids = shown.map(({ id }) => id);
    const runs = ids.length > 0 ? await listLatestRuns(knex, organizationId, ids) : [];
    const runOf = new Map(runs.map((run) => [run.integrationId, run]));
    return {
      status: 200,
      json: shown.map((each) => presentIntegration(each, runOf.get(each.id))),
      headers: { link },
    };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get an integration with its configuration, never its credentials',
  tag: 'integrations',
  access: 'key',
  params,
  query: noQuery,
  answers: { 200: { description: 'The integration', schema: integrationDetailSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const key = { organizationId, id: checkDocumentId(params.id) };
    const { secretKey } = services.settings;
    const { json } = await presentWholeIntegration(services.database, key, secretKey);
    return { status: 200, json };
  },
});

const runRoute = defineRoute({
  method: 'POST',
  path: `${path}/run`,
  summary: 'Run an integration once, now; 409 while a run is in progress',
  tag: 'integrations',
  access: 'key',
  permission,
  params,
  query: noQuery,
  body: { formats: ['json'], required: false },
  dryRun: true,
  answers: { 202: { description: 'The run has begun', schema: triggeredRunSchema } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const { runId } = await transact(services.database, (tx) =>
      startRun(tx, { id, principal, requestId, now }),
    );
    return {
      status: 202,
      headers: {
        location: `/api/integrations/${encodeURIComponent(id)}/runs/${runId}`,
        'x-catalog-warnings': await warnOfBody(body),
      },
      json: presentTriggered(id, runId, now),
    };
  },
});

/** What is accepted, and how, is decided by people at `/ui`, or by operators; silence would look like consent. */
async function warnOfBody(body: RawBody): Promise<string | undefined> {
  if (body.format === 'none' || body.text.trim() === '') return undefined;
  const { document } = await parseObject(body);
  const names = Object.keys(document);
  return names.length > 0
    ? headerValue(`Members of the body have no effect here: ${names.join(', ')}`)
    : undefined;
}

const cancelRoute = defineRoute({
  method: 'POST',
  path: `${path}/cancel`,
  summary: 'Cancel the run of an integration; without one nothing happens',
  tag: 'integrations',
  access: 'key',
  permission,
  params,
  query: noQuery,
  body: { formats: ['json'], required: false },
  dryRun: true,
  answers: { 204: { description: 'Asked for: a run that waited has ended, others do in 5 s' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    await transact(services.database, (tx) => cancelRun(tx, { id, principal, requestId, now }));
    return { status: 204 };
  },
});

/** Integrations, which are read and run here; they are written at `/ui/integrations` and by `npm run integrations`. */
export const integrationRoutes: readonly Route[] = [listRoute, getRoute, runRoute, cancelRoute];
