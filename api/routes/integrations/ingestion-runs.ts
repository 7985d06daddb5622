import { Type } from '@sinclair/typebox';
import { getIntegration, mayIngest } from '../../../commands/integrations/integration-request.ts';
import { listIngestionRuns, listLatestRuns } from '../../../db/tables/ingestion/runs.ts';
import type { IntegrationKey } from '../../../db/tables/ingestion/integrations.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import { cutPage, readUuidKey } from '../../http/paging/paging.ts';
import { presentRuns, readRun } from '../../present/run.ts';
import { presentWaiting } from '../../present/run-waiting.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { streamRun } from '../../stream/run-stream.ts';
import { answerStream, openServerSentStream } from '../../stream/server-sent-stream.ts';
import { ingestionRunSchema } from '../../schemas/integrations/integrations.ts';
import type { Services } from '../../services.ts';
import { runLogsRoute } from './run-logs.ts';

const path = '/api/integrations/:id/runs';
const params = Type.Object({ id: Type.String({ description: 'externalId of the integration' }) });
const runParams = Type.Object({ ...params.properties, runId: Type.String() });

async function keyOf(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  id: string,
): Promise<IntegrationKey & { ownerId: string | null }> {
  const key = { organizationId, id: checkDocumentId(id) };
  const { ownerId } = await getIntegration(knex, key);
  return { ...key, ownerId };
}

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listIntegrationRuns',
  sends: ['link'],
  summary: 'List the runs of an integration, newest first',
  tag: 'integrations',
  params,
  query: Type.Object({
    status: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'],
        description: 'Only runs with this status',
      }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Entries per page',
    }),
    after: Type.Optional(Type.String({ description: 'Id of the last entry of the previous page' })),
  }),
  answers: { 200: { description: 'The runs', schema: Type.Array(ingestionRunSchema) } },
  handle: async ({ params: { id }, query, url, principal, services }) => {
    const key = await keyOf(services, principal, id);
    const { knex } = services.database;
    const { status, limit } = query;
    const after = readUuidKey(query.after);
    const runs = await listIngestionRuns(knex, key, { status, after, limit: limit + 1 });
    const { shown, link } = cutPage(runs, { url, query: { size: limit } }, (run) => run.id);
    const json = await presentRuns(knex, key.organizationId, shown);
    return { status: 200, headers: { link }, json };
  },
});

const latestRoute = defineRoute({
  method: 'GET',
  path: `${path}/latest`,
  name: 'getLatestIntegrationRun',
  summary: 'Get the newest run of an integration',
  tag: 'integrations',
  params,
  answers: { 200: { description: 'The run', schema: ingestionRunSchema } },
  handle: async ({ params: { id }, principal, services }) => {
    const key = await keyOf(services, principal, id);
    const [run] = await listLatestRuns(services.database.knex, key.organizationId, [key.id]);
    if (!run) refuse('not_found', `The integration '${id}' has never run.`);
    const [json] = await presentRuns(services.database.knex, key.organizationId, [run]);
    return { status: 200, json };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/:runId`,
  name: 'getIntegrationRun',
  summary: 'Get a run; with Accept: text/event-stream, its state at every change, until it ends',
  tag: 'integrations',
  params: runParams,
  bounded: 'streams',
  answers: {
    200: {
      description: 'The run',
      schema: ingestionRunSchema,
      contentType: 'application/json',
      alsoAs: ['text/event-stream'],
    },
  },
  handle: async (request) => {
    const { params, principal, services, header } = request;
    const { ownerId, ...key } = await keyOf(services, principal, params.id);
    const run = await readRun(services.database, key, params.runId);
    if (!/\btext\/event-stream\b/i.test(header('accept') ?? '')) {
      const mayEdit = await mayIngest(services.database.knex, principal, ownerId);
      const { phase, status } = run.json;
      const json = { ...run.json, mayEdit };
      if (status !== 'RUNNING' || phase !== 'queued') return { status: 200, json };
      const waiting = await presentWaiting(services.database.knex, key.organizationId);
      return { status: 200, json: { ...json, waiting } };
    }
    return answerStream(request, (stream) =>
      openServerSentStream(stream, (ended) => streamRun(services, { ...key, id: run.id }, ended)),
    );
  },
});

/** Runs of integrations. */
export const ingestionRunRoutes: readonly Route[] = [
  listRoute,
  // A fixed path before paths with ids.
  latestRoute,
  getRoute,
  runLogsRoute,
];
