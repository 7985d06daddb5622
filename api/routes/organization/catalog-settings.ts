import { putProductTypes } from '../../../commands/settings/put-product-types.ts';
import { putScoreSettings } from '../../../commands/settings/put-score-settings.ts';
import {
  productTypesReadSchema,
  productTypesSchema,
} from '../../../domain/organizations/product-types.ts';
import {
  scoreSettingsReadSchema,
  scoreSettingsSchema,
} from '../../../domain/scores/score-settings.ts';
import { parseObject } from '../../body/parse-document.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { readProductTypes, readScoreSettings } from './read-catalog-settings.ts';

const scoreAnswer = {
  200: { description: 'The settings that hold now', schema: scoreSettingsReadSchema },
};

const getScoreRoute = defineRoute({
  method: 'GET',
  path: '/api/settings/dataproduct-score',
  name: 'getDataProductScoreSettings',
  summary: 'Get the weights of the rules of scores, and the ratings',
  tag: 'settings',
  answers: scoreAnswer,
  handle: async ({ principal, services }) => ({
    status: 200,
    json: await readScoreSettings(services.database.knex, principal.organizationId),
  }),
});

const putScoreRoute = defineRoute({
  method: 'PUT',
  path: '/api/settings/dataproduct-score',
  name: 'putDataProductScoreSettings',
  summary: 'Replace the weights of the rules of scores, and the ratings',
  tag: 'settings',
  permission: 'organization',
  body: { formats: ['json', 'yaml'], schema: scoreSettingsSchema },
  answers: scoreAnswer,
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putScoreSettings(services.database, { document, principal, requestId, now });
    return {
      status: 200,
      json: await readScoreSettings(services.database.knex, principal.organizationId),
    };
  },
});

const typesAnswer = {
  200: { description: 'The types that hold now', schema: productTypesReadSchema },
};

const getTypesRoute = defineRoute({
  method: 'GET',
  path: '/api/settings/dataproduct-types',
  name: 'getDataProductTypes',
  summary: 'Get the types that data products can have',
  tag: 'settings',
  answers: typesAnswer,
  handle: async ({ principal, services }) => ({
    status: 200,
    json: await readProductTypes(services.database.knex, principal.organizationId),
  }),
});

const putTypesRoute = defineRoute({
  method: 'PUT',
  path: '/api/settings/dataproduct-types',
  name: 'putDataProductTypes',
  sends: ['x-catalog-warnings'],
  summary: 'Replace the types that data products can have, or restore the built-in types',
  tag: 'settings',
  permission: 'organization',
  body: { formats: ['json', 'yaml'], schema: productTypesSchema },
  answers: typesAnswer,
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putProductTypes(services.database, { document, principal, requestId, now });
    return {
      status: 200,
      json: await readProductTypes(services.database.knex, principal.organizationId),
      headers: { 'x-catalog-warnings': warnUnknown(productTypesSchema, document) },
    };
  },
});

/** Settings about what the catalog holds: scores and types of data products. */
export const catalogSettingsRoutes: readonly Route[] = [
  getScoreRoute,
  putScoreRoute,
  getTypesRoute,
  putTypesRoute,
];
