import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import { starDataProduct, unstarDataProduct } from '../../commands/stars/star-data-product.ts';
import type { StarRequest } from '../../commands/stars/star-data-product.ts';
import type { Database } from '../../db/connect.ts';
import { countStars, listStars } from '../../db/tables/data-product-stars.ts';
import type { Star } from '../../db/tables/data-product-stars.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/dataproducts/:id/star',
  summary: 'Get how many people like a data product, and whether the person of the key does',
  tag: 'dataproducts',
  access: 'key',
  params,
  query: noQuery,
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
    summary,
    tag: 'dataproducts',
    access: 'key',
    permission: 'person',
    params,
    query: noQuery,
    answers: { 204: { description: 'So it is now; repeating changes nothing' } },
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
  summary: 'List the people who like a data product, the newest star first',
  tag: 'dataproducts',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object(pagingQuery),
  answers: {
    200: {
      description: 'The people',
      schema: Type.Array(
        Type.Object({
          userId: Type.String({ description: 'Their e-mail address' }),
          fullName: Type.Union([Type.String(), Type.Null()], {
            description: 'Null: nobody told it',
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
    const { shown, link } = cutPage(
      stars,
      { url, query },
      (star) => `${star.starredAt.toISOString()} ${star.email}`,
    );
    return {
      status: 200,
      json: shown.map(({ email }) => ({ userId: email, fullName: null })),
      headers: { link },
    };
  },
});

/** Time and person of the last star of the page before; that star itself may be gone by now. */
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
  changeRoute('PUT', 'Give a data product the star of the person of the key', starDataProduct),
  changeRoute('DELETE', 'Take the star of the person of the key back', unstarDataProduct),
  stargazersRoute,
];
