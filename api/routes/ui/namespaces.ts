import { Type } from '@sinclair/typebox';
import { listNamespacesWithCounts } from '../../../db/views/semantics/namespace-list.ts';
import { answerList, readPage } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import { pageNamespaceSchema } from '../../schemas/semantics/concept-pages.ts';

/** The namespaces with the numbers of their concepts and branches. */
export const pageNamespacesRoute = defineRoute({
  method: 'GET',
  path: '/ui/namespaces',
  name: 'listNamespacesWithCounts',
  summary: 'List the namespaces with their concepts and branches in numbers',
  tag: 'web ui',
  access: 'session',
  query: Type.Object({
    size: Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Entries per page' }),
    after: Type.Optional(
      Type.String({ description: 'Key of the last entry of the previous page' }),
    ),
  }),
  answers: { 200: { description: 'The namespaces', schema: Type.Array(pageNamespaceSchema) } },
  handle: async ({ query, principal: { organizationId }, url, services }) => {
    const { limit, after } = readPage(query);
    const page = { limit, after };
    const rows = await listNamespacesWithCounts(services.database.knex, organizationId, page);
    return answerList(
      rows,
      { url, query },
      ({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() }),
      ({ id }) => id,
    );
  },
});
