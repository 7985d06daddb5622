import {
  deleteTestEngine,
  refuseWithoutEngine,
} from '../../../commands/test-engine/delete-test-engine.ts';
import { putTestEngine } from '../../../commands/test-engine/put-test-engine.ts';
import { findTestEngine } from '../../../db/tables/contract-tests/test-engines.ts';
import { testEngineReadSchema, testEngineSchema } from '../../../domain/contract-tests/engine.ts';
import { headerValue } from '../../http/header-values.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';

/** The external test engine of an organization. */
export const testEngineRoutes: readonly Route[] = collection(
  {
    path: '/api/organization/test-engine',
    noun: 'engine',
    named: 'test engine',
    tag: 'organization',
    permission: 'organization',
  },
  {
    get: {
      refuses: ['not_found'],
      summary: 'Get the Data Contract CLI API that tests contracts instead of this installation',
      answers: {
        200: { description: 'The engine, without its key', schema: testEngineReadSchema },
      },
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
    },
    put: {
      sends: ['x-catalog-warnings'],
      refuses: ['secret_key_missing'],
      summary: 'Let a Data Contract CLI API test the contracts of the organization',
      body: { schema: testEngineSchema },
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
    },
    delete: {
      refuses: ['not_found'],
      summary: 'Let this installation test the contracts of the organization again',
      handle: async ({ principal, requestId, now, services }) => {
        await deleteTestEngine(services.database, { principal, requestId, now });
        return { status: 200 };
      },
    },
  },
);
