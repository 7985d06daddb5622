import { Type } from '@sinclair/typebox';
import { getIntegration, mayIngest } from '../../../commands/integrations/integration-request.ts';
import { readRunAssets } from '../../../commands/integrations/list-run-assets.ts';
import type { NamedRunAsset } from '../../../commands/integrations/list-run-assets.ts';
import { getIngestionRun, planUndo, undoRun } from '../../../commands/integrations/undo-run.ts';
import { transact } from '../../../db/transact.ts';
import { countRunAssets } from '../../../db/views/ingestion/run-assets.ts';
import { leftAloneReasons } from '../../../domain/ingestion/run-changes.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { RawBody } from '../../exchange.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { presentTriggered } from '../../present/run.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { triggeredRunSchema } from '../../schemas/integrations/integrations.ts';
import {
  leftAloneReason,
  runAssetSchema,
  runChange,
  undoPlanSchema,
  undoRequestSchema,
} from '../../schemas/integrations/run-assets.ts';

const path = '/api/integrations/:id/runs/:runId';
const tag = 'integrations';
const params = Type.Object({
  id: Type.String({ description: 'externalId of the integration' }),
  runId: Type.String({ description: 'Id of the run' }),
});

const assetsRoute = defineRoute({
  method: 'GET',
  path: `${path}/assets`,
  name: 'listIntegrationRunAssets',
  summary: 'List the assets that a run changed, or left alone with the reason',
  sends: ['x-total-count'],
  tag,
  params,
  query: Type.Object({
    ...pagingQuery,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Part of the id, which contains the path' }),
    ),
    change: Type.Optional(runChange('Only assets with this change')),
    leftAlone: Type.Optional(
      Type.Boolean({ description: 'true: only assets left alone; false: only changed ones' }),
    ),
    why: Type.Optional(
      leftAloneReason('Only assets left alone for this reason; fuse lists what would go'),
    ),
  }),
  answers: { 200: { description: 'The assets', schema: Type.Array(runAssetSchema) } },
  handle: async ({ params: { id, runId }, query, url, principal, services }) => {
    const { knex } = services.database;
    const page = readPage(query);
    const key = { organizationId: principal.organizationId, id: checkDocumentId(id) };
    await getIntegration(knex, key);
    const run = await getIngestionRun(knex, key, runId);
    const { q, change, leftAlone, why } = query;
    const filter = { q, change, leftAlone, why };
    const runKey = { organizationId: key.organizationId, id: run.id };
    const total = await countRunAssets(knex, runKey, filter);
    const rows = await readRunAssets(knex, runKey, filter, page);
    return answerList(rows, { url, query, total }, presentRunAsset, (row) => row.id);
  },
});

function presentRunAsset({ id, name, ...rest }: NamedRunAsset): object {
  return { assetId: id, assetName: name, ...rest };
}

const planRoute = defineRoute({
  method: 'GET',
  path: `${path}/undo`,
  name: 'planIntegrationRunUndo',
  summary: 'Plan the undo of a run: the number of assets that it would change and leave alone',
  tag,
  params,
  answers: { 200: { description: 'The plan', schema: undoPlanSchema } },
  handle: async ({ params: { id, runId }, principal, services }) => {
    const { knex } = services.database;
    const key = { organizationId: principal.organizationId, id: checkDocumentId(id) };
    const integration = await getIntegration(knex, key);
    const run = await getIngestionRun(knex, key, runId);
    const plan = await planUndo(knex, key, run);
    const json = {
      ingestionRunId: run.id,
      integrationExternalId: id,
      total: plan.total,
      assetsCreated: plan.created,
      assetsUpdated: plan.updated,
      assetsDeleted: plan.removed,
      leftAlone: plan.leftAlone.map((each) => ({ ...each, text: leftAloneReasons[each.why] })),
      problem: plan.problem ?? null,
      mayUndo: await mayIngest(knex, principal, integration.ownerId),
      nextRunAt: integration.nextDueAt,
    };
    return { status: 200, json };
  },
});

const undoRoute = defineRoute({
  method: 'POST',
  path: `${path}/undo`,
  name: 'undoIntegrationRun',
  refuses: ['run_in_progress', 'invalid_transition'],
  summary: 'Undo a run, as a run of its own; 409 while a run is in progress',
  tag,
  permission: { actions: ['INGESTION_EDIT'], on: 'owner' },
  params,
  body: { schema: undoRequestSchema, required: false },
  dryRun: true,
  answers: { 202: { description: 'The undo has begun', schema: triggeredRunSchema } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const expectedCount = await readExpected(body);
    const request = { id, runId: params.runId, expectedCount, principal, requestId, now };
    const { runId } = await transact(services.database, (tx) => undoRun(tx, request));
    const location = `/api/integrations/${encodeURIComponent(id)}/runs/${runId}`;
    return { status: 202, headers: { location }, json: presentTriggered(id, runId, now) };
  },
});

async function readExpected(body: RawBody): Promise<number | undefined> {
  if (body.format === 'none' || body.text.trim() === '') return undefined;
  const { document } = await parseObject(body);
  return assertValid(undoRequestSchema, document, 'invalid_body').expectedCount;
}

/** What runs did to assets, and the undo of a run. */
export const runUndoRoutes: readonly Route[] = [assetsRoute, planRoute, undoRoute];
