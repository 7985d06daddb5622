import { Type } from '@sinclair/typebox';
import {
  deleteTestEngine,
  refuseWithoutEngine,
} from '../../commands/test-engine/delete-test-engine.ts';
import { putTestEngine } from '../../commands/test-engine/put-test-engine.ts';
import { findTestEngine } from '../../db/tables/test-engines.ts';
import { testEngineReadSchema, testEngineSchema } from '../../domain/test-engine.ts';
import { headerValue } from '../header-values.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const nothing = Type.Object({});
const path = '/api/organization/test-engine';
const tag = 'organization';

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get the Data Contract CLI API that tests contracts instead of this installation',
  tag,
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  answers: { 200: { description: 'The engine, without its key', schema: testEngineReadSchema } },
  handle: async ({ principal: { organizationId }, services }) => {
    const engine = await findTestEngine(services.database.knex, organizationId);
    if (!engine) return refuseWithoutEngine();
    const { endpoint: dataContractTestsApiEndpoint, apiKey, updatedAt, updatedBy } = engine;
    const apiKeySet = apiKey !== null;
    const json = {
      dataContractTestsApiEndpoint,
      apiKeySet,
      updatedAt: updatedAt.toISOString(),
      updatedBy,
    };
    return { status: 200, json };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Let a Data Contract CLI API test the contracts of the organization',
  tag,
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  body: { formats: ['json'], schema: testEngineSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const { secretKey, allowedHosts } = services.settings;
    const put = { document, secretKey, allowedHosts, principal, requestId, now };
    const warning = await putTestEngine(services.database, put);
    return {
      status: 200,
      headers: { 'x-catalog-warnings': warning && headerValue(warning) },
    };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Let this installation test the contracts of the organization again',
  tag,
  access: 'key',
  permission: 'organization',
  params: nothing,
  query: nothing,
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ principal, requestId, now, services }) => {
    await deleteTestEngine(services.database, { principal, requestId, now });
    return { status: 200 };
  },
});

/** Who tests the contracts of an organization, when that is not this installation. */
export const testEngineRoutes: readonly Route[] = [getRoute, putRoute, deleteRoute];
