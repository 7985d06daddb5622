import { Type } from '@sinclair/typebox';
import { cancelRun } from '../../../commands/integrations/cancel-run.ts';
import { mayIngest } from '../../../commands/integrations/integration-request.ts';
import { startRun } from '../../../commands/integrations/start-run.ts';
import { listLatestRuns } from '../../../db/tables/ingestion/runs.ts';
import type { Db } from '../../../db/connect.ts';
import type { Integration } from '../../../db/tables/ingestion/integrations.ts';
import { listIntegrations } from '../../../db/tables/ingestion/integrations.ts';
import { transact } from '../../../db/transact.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { headerValue } from '../../http/header-values.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { presentIntegration, presentWholeIntegration } from '../../present/integration.ts';
import { nameRuns, presentTriggered } from '../../present/run.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { RawBody } from '../../exchange.ts';
import {
  integrationDetailSchema,
  integrationSchema,
  triggeredRunSchema,
} from '../../schemas/integrations/integrations.ts';

const params = Type.Object({ id: Type.String({ description: 'Its externalId' }) });
const path = '/api/integrations/:id';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

const runRoute = defineRoute({
  method: 'POST',
  path: `${path}/run`,
  name: 'runIntegration',
  refuses: ['run_in_progress'],
  summary: 'Run an integration now; 409 while a run is in progress',
  tag: 'integrations',
  permission,
  params,
  body: { required: false },
  dryRun: true,
  answers: { 202: { description: 'The run has begun', schema: triggeredRunSchema } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const warnings = await warnOfBody(body);
    const { runId } = await transact(services.database, (tx) =>
      startRun(tx, { id, principal, requestId, now }),
    );
    return {
      status: 202,
      headers: {
        location: `/api/integrations/${encodeURIComponent(id)}/runs/${runId}`,
        'x-catalog-warnings': warnings,
      },
      json: presentTriggered(id, runId, now),
    };
  },
});

/**
 * Warns that members of the body have no effect: people decide at `/ui` what a run does, and silence would
 * suggest otherwise.
 */
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
  name: 'cancelIntegrationRun',
  summary: 'Cancel the current run of an integration, if there is one',
  tag: 'integrations',
  permission,
  params,
  body: { required: false },
  dryRun: true,
  answers: {
    204: {
      description: 'Cancellation requested: a waiting run has ended, a running one ends within 5 s',
    },
  },
  handle: async ({ params, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    await transact(services.database, (tx) => cancelRun(tx, { id, principal, requestId, now }));
    return { status: 204 };
  },
});

/** Whether the principal may change the integrations of each owner. */
async function readMay(
  db: Db,
  principal: Principal,
  integrations: readonly Integration[],
): Promise<ReadonlyMap<string | null, boolean>> {
  const may = new Map<string | null, boolean>();
  for (const ownerId of new Set(integrations.map((each) => each.ownerId))) {
    may.set(ownerId, await mayIngest(db, principal, ownerId));
  }
  return may;
}

const ownIntegrationRoutes = collection(
  {
    path: '/api/integrations/:id',
    params,
    noun: 'integration',
    tag: 'integrations',
    schema: integrationDetailSchema,
    listed: integrationSchema,
  },
  {
    list: {
      summary: 'List the integrations, each with its latest run',
      query: Type.Object({
        ...pagingQuery,
        owningTeamExternalId: Type.Optional(
          Type.String({ description: 'Only integrations of this team' }),
        ),
        source: Type.Optional(Type.String({ description: 'Only integrations of this platform' })),
        enabled: Type.Optional(
          Type.Boolean({
            description: 'true: only enabled integrations; false: only disabled ones',
          }),
        ),
      }),
      handle: async ({ query, principal, url, services }) => {
        const { organizationId } = principal;
        const page = readPage(query);
        const { knex } = services.database;
        const { owningTeamExternalId: ownerId, source, enabled } = query;
        const filter = { ownerId, source, enabled };
        const rows = await listIntegrations(knex, organizationId, filter, page);
        const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
        const ids = shown.map(({ id }) => id);
        const runs = ids.length > 0 ? await listLatestRuns(knex, organizationId, ids) : [];
        const named = await nameRuns(knex, organizationId, runs);
        const may = await readMay(knex, principal, shown);
        const runOf = new Map(named.map((run) => [run.integrationId, run]));
        return {
          status: 200,
          json: shown.map((each) =>
            presentIntegration(each, {
              latestRun: runOf.get(each.id),
              mayEdit: may.get(each.ownerId) ?? false,
            }),
          ),
          headers: { link },
        };
      },
    },
    get: {
      summary: 'Get an integration with its configuration, without its credentials',
      handle: async ({ params, principal, services }) => {
        const key = { principal, id: checkDocumentId(params.id) };
        const { secretKey } = services.settings;
        const { json } = await presentWholeIntegration(services.database, key, secretKey);
        return { status: 200, json };
      },
    },
  },
);

/** Integrations are read and run here; they are written at `/ui/integrations` and by `npm run integrations`. */
export const integrationRoutes: readonly Route[] = [...ownIntegrationRoutes, runRoute, cancelRoute];
