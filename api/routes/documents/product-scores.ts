import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { listProductScores } from '../../../db/views/search/product-scores.ts';
import type { ScorePosition, ScoreSort } from '../../../db/views/search/product-scores.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { weighedRuleSchema } from '../../../domain/scores/score-settings.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { presentSum, readExplainedScore } from './explained-score.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  explainedScoreSchema,
  productScoreSchema,
} from '../../schemas/documents/product-scores.ts';
import { readScoreBasis, readScoreSettings } from '../organization/read-catalog-settings.ts';

const sorts = ['dataProductId', 'score', '-score'] satisfies ScoreSort[];

const listQuery = Type.Object({
  teamId: Type.Optional(Type.String({ description: 'Products that this team owns' })),
  sort: Type.Unsafe<ScoreSort>({
    type: 'string',
    enum: sorts,
    default: 'dataProductId',
    description: 'Sort field; a leading - sorts in descending order',
  }),
  ...pagingQuery,
  afterValue: Type.Optional(
    Type.String({
      description: 'Score of the entry named by after, not rounded; the Link header contains it',
    }),
  ),
});

function readPosition(
  after: string | undefined,
  sort: ScoreSort,
  value: string | undefined,
): ScorePosition | undefined {
  if (after === undefined) return undefined;
  if (sort === 'dataProductId') return { id: after, share: undefined };
  const share = Number(value ?? Number.NaN);
  return Number.isFinite(share)
    ? { id: after, share }
    : refuse('bad_request', `after=${after} needs afterValue, as the Link header gives it.`);
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/dataproducts/scores',
  name: 'listDataProductScores',
  summary: 'List the scores of data products',
  tag: dataProduct.collection,
  query: listQuery,
  answers: { 200: { description: 'The scores', schema: Type.Array(productScoreSchema) } },
  handle: async ({ query, principal, now, url, services }) => {
    const { knex } = services.database;
    const { teamId, sort, afterValue } = query;
    const { basis, settings } = await readScoreBasis(knex, principal.organizationId, now);
    const { limit, offset, after: id } = readPage(query);
    const after = readPosition(id, sort, afterValue);
    const page = { teamId, sort, after, limit, offset };
    const scored = await listProductScores(knex, basis, page);
    return answerList(
      scored,
      { url, query },
      (product) => presentSum(product, settings),
      (product) =>
        sort === 'dataProductId'
          ? product.id
          : { key: product.id, value: String(product.share ?? 0) },
    );
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/dataproducts/:id/score',
  name: 'getDataProductScore',
  summary:
    'Get the score of a data product: each rule, whether it is fulfilled, and how to get its points',
  tag: dataProduct.collection,
  answers: { 200: { description: 'The score', schema: explainedScoreSchema } },
  handle: async ({ params, principal: { organizationId }, now, services }) => {
    const id = checkDocumentId(params.id);
    const json = await readExplainedScore(services, { organizationId, id, now });
    return { status: 200, json: json ?? refuseUnknownDocument(dataProduct, id) };
  },
});

const rulesRoute = defineRoute({
  method: 'GET',
  path: '/api/data-product-score/rules',
  name: 'listDataProductScoreRules',
  summary: 'List the rules of the scores of data products, with the weights of the organization',
  tag: 'settings',
  answers: {
    200: {
      description: 'The rules',
      schema: Type.Object({
        rules: Type.Array(weighedRuleSchema, { description: 'In their fixed order' }),
      }),
    },
  },
  handle: async ({ principal, services }) => {
    const { rules } = await readScoreSettings(services.database.knex, principal.organizationId);
    return { status: 200, json: { rules } };
  },
});

/** Scores of data products; before the routes of products, because `scores` could be the id of one. */
export const productScoreRoutes: readonly Route[] = [listRoute, getRoute, rulesRoute];
