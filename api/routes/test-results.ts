import { Type } from '@sinclair/typebox';
import { findTestResultTime, listTestResults } from '../../db/tables/test-results.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { nextLink, pagingQuery, readPage } from '../paging.ts';
import { getTestResultText, presentTestResultHead } from '../present-test-run.ts';
import { readInstant } from '../read-instant.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { testResultHeadSchema, testResultsSchema } from '../schemas/test-results.ts';
import type { Services } from '../services.ts';

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/test-results',
  summary: 'List test results, newest first, without checks and logs',
  tag: 'test results',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    dataContractId: Type.Optional(Type.String()),
    server: Type.Optional(Type.String()),
    from: Type.Optional(Type.String({ description: 'Started at or behind this instant' })),
    to: Type.Optional(Type.String({ description: 'Started before this instant' })),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The results', schema: Type.Array(testResultHeadSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { organizationId } = principal;
    const { dataContractId, server } = query;
    const filter = {
      dataContractId,
      server,
      from: readInstant('from', query.from),
      to: readInstant('to', query.to),
    };
    const page = readPage(query);
    const after =
      page.after === undefined ? undefined : await readAfter(services, organizationId, page.after);
    const rows = await listTestResults(services.database.knex, organizationId, filter, {
      limit: page.size + 1,
      offset: page.offset,
      after,
    });
    const shown = rows.slice(0, page.size);
    return {
      status: 200,
      json: shown.map(presentTestResultHead),
      headers: {
        link: nextLink(url, query, { more: rows.length > page.size, lastKey: shown.at(-1)?.id }),
      },
    };
  },
});

async function readAfter(
  services: Services,
  organizationId: OrganizationId,
  id: string,
): Promise<{ createdAt: Date; id: string }> {
  const createdAt = isUuid(id)
    ? await findTestResultTime(services.database.knex, organizationId, id)
    : undefined;
  return createdAt ? { createdAt, id } : refuse('bad_request', `after=${id} names no test result.`);
}

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/test-results/:id',
  summary: 'Get test results with all checks',
  tag: 'test results',
  access: 'key',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 200: { description: 'The results', schema: testResultsSchema } },
  handle: async ({ params, principal, services }) => ({
    status: 200,
    text: await getTestResultText(services.database, principal.organizationId, params.id),
  }),
});

export const testResultRoutes: readonly Route[] = [listRoute, getRoute];
