import { Type } from '@sinclair/typebox';
import { readActingTeams } from '../../../commands/own-teams.ts';
import { listStudioProducts } from '../../../db/views/todo/products.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import { studioProductSchema } from '../../schemas/ui/studio.ts';

/** The products that the signed-in person may edit. */
export const studioProductsRoute = defineRoute({
  method: 'GET',
  path: '/ui/studio/products',
  name: 'listStudioProducts',
  summary: 'List the data products that the signed-in person may edit, with what waits on them',
  tag: 'web ui',
  access: 'session',
  query: Type.Object({
    team: Type.Optional(Type.String({ description: 'Only of this team and the teams below it' })),
    size: Type.Integer({ ...pagingQuery.size, maximum: 200, default: 100 }),
    after: pagingQuery.after,
  }),
  answers: {
    200: { description: 'The products, by id', schema: Type.Array(studioProductSchema) },
  },
  handle: async ({ query, url, principal, services }) => {
    const { knex } = services.database;
    const teams = await (await readActingTeams(knex, principal, query.team))('RESOURCES_EDIT');
    const { limit } = readPage(query);
    const of = { teams, after: query.after, limit };
    const rows =
      teams?.length === 0 ? [] : await listStudioProducts(knex, principal.organizationId, of);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return { status: 200, headers: { link }, json: shown };
  },
});
