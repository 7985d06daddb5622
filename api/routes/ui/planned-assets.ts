import { Type } from '@sinclair/typebox';
import { getCheck } from '../../../commands/integrations/get-check.ts';
import {
  countPlannedAssets,
  listPlannedAssets,
} from '../../../db/tables/ingestion/planned-assets.ts';
import { plannedChanges } from '../../../domain/ingestion/run-changes.ts';
import type { PlannedChange } from '../../../domain/ingestion/run-changes.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import { plannedAssetSchema } from '../../schemas/ui/integrations.ts';

/** The assets of a plan, so that a page lists and searches all of them. */
export const plannedAssetsRoute = defineRoute({
  method: 'GET',
  path: '/ui/integrations/:id/checks/:checkId/assets',
  name: 'listPlannedAssets',
  summary: 'List the assets that a plan would create, change and remove, or leave alone',
  sends: ['x-total-count'],
  tag: 'web ui',
  access: 'session',
  params: Type.Object({
    id: Type.String({ description: 'externalId of the integration' }),
    checkId: Type.String({ description: 'Id of the plan' }),
  }),
  query: Type.Object({
    ...pagingQuery,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Part of the id, which contains the path' }),
    ),
    change: Type.Optional(
      Type.Unsafe<PlannedChange>({
        type: 'string',
        enum: [...plannedChanges],
        description: 'Only assets with this change',
      }),
    ),
  }),
  answers: { 200: { description: 'The assets', schema: Type.Array(plannedAssetSchema) } },
  handle: async ({ params, query, url, principal: { organizationId }, services }) => {
    const { knex } = services.database;
    const page = readPage(query);
    const key = { organizationId, id: checkDocumentId(params.id) };
    const check = { organizationId, id: (await getCheck(knex, key, params.checkId)).id };
    const { q, change } = query;
    const total = await countPlannedAssets(knex, check, { q, change });
    const rows = await listPlannedAssets(knex, check, { q, change }, page);
    return answerList(
      rows,
      { url, query, total },
      ({ id, name, change: planned }) => ({ assetId: id, assetName: name, change: planned }),
      ({ id }) => id,
    );
  },
});
