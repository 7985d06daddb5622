import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { starDataProduct, unstarDataProduct } from '../../../commands/stars/star-data-product.ts';
import type { StarRequest } from '../../../commands/stars/star-data-product.ts';
import type { Database } from '../../../db/connect.ts';
import { countStars, listStars } from '../../../db/tables/documents/data-product-stars.ts';
import type { Star } from '../../../db/tables/documents/data-product-stars.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/dataproducts/:id/star',
  name: 'getStars',
  summary:
    'Get the number of stars of a data product, and whether the person of the key starred it',
  tag: 'dataproducts',
  answers: {
    200: {
      description: 'The stars',
      schema: Type.Object({ count: Type.Integer(), starredByMe: Type.Boolean() }),
    },
  },
  handle: async ({ params, principal, services }) => {
    const dataProductId = checkDocumentId(params.id);
    const product = { organizationId: principal.organizationId, dataProductId };
    const email = principal.email?.toLowerCase();
    const json = await countStars(services.database.knex, product, email);
    return json ? { status: 200, json } : refuseUnknownDocument(dataProduct, dataProductId);
  },
});

function changeRoute(
  method: 'PUT' | 'DELETE',
  summary: string,
  command: (database: Database, request: StarRequest) => Promise<void>,
): Route {
  return defineRoute({
    method,
    path: '/api/dataproducts/:id/star',
    name: method === 'PUT' ? 'starDataProduct' : 'unstarDataProduct',
    summary,
    tag: 'dataproducts',
    permission: 'person',
    answers: { 204: { description: 'Done; repeating the request changes nothing' } },
    handle: async ({ params, principal, requestId, now, services }) => {
      const dataProductId = checkDocumentId(params.id);
      await command(services.database, { dataProductId, principal, requestId, now });
      return { status: 204 };
    },
  });
}

const stargazersRoute = defineRoute({
  method: 'GET',
  path: '/api/dataproducts/:id/stargazers',
  name: 'listStargazers',
  summary: 'List the people who starred a data product, newest star first',
  tag: 'dataproducts',
  permission: 'organization',
  query: Type.Object(pagingQuery),
  answers: {
    200: {
      description: 'The people',
      schema: Type.Array(
        Type.Object({
          userId: Type.String({ description: 'Their e-mail address' }),
          fullName: Type.Union([Type.String(), Type.Null()], {
            description: 'Null if unknown',
          }),
        }),
      ),
    },
  },
  handle: async ({ params, query, principal, url, services }) => {
    const dataProductId = checkDocumentId(params.id);
    const product = { organizationId: principal.organizationId, dataProductId };
    const { knex } = services.database;
    if (!(await countStars(knex, product, undefined)))
      refuseUnknownDocument(dataProduct, dataProductId);
    const { limit, offset, after } = readPage(query);
    const page = {
      limit,
      offset,
      after: after === undefined ? undefined : cursor(after),
    };
    const stars = await listStars(knex, product, page);
    return answerList(
      stars,
      { url, query },
      ({ email }) => ({ userId: email, fullName: null }),
      (star) => `${star.starredAt.toISOString()} ${star.email}`,
    );
  },
});

/** Time and person of the last star of the previous page; the star itself may have been deleted. */
function cursor(after: string): Star {
  const space = after.indexOf(' ');
  const starredAt = new Date(after.slice(0, Math.max(space, 0)));
  if (Number.isNaN(starredAt.getTime())) {
    refuse('bad_request', `after=${after} does not come from the Link header of this list.`);
  }
  return { starredAt, email: after.slice(space + 1) };
}

/** Stars of people for data products. */
export const starRoutes: readonly Route[] = [
  getRoute,
  changeRoute('PUT', 'Star a data product as the person of the key', starDataProduct),
  changeRoute('DELETE', 'Remove the star of the person of the key', unstarDataProduct),
  stargazersRoute,
];
