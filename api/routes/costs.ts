import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { addCost } from '../../commands/costs/add-cost.ts';
import { deleteCost } from '../../commands/costs/delete-cost.ts';
import { listCosts } from '../../db/tables/costs.ts';
import { refuse } from '../../domain/errors.ts';
import { validateWith } from '../../domain/validation.ts';
import { isUuid, newId } from '../../lib/ids.ts';
import { withMembers, withoutMembers } from '../../lib/json-text.ts';
import { headerValue } from '../header-values.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { RawBody, Route } from '../route.ts';
import { costSchema } from '../schemas/costs.ts';
import { unknownMembersWarning } from '../warnings.ts';

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/costs',
  summary: 'List the costs of a data product in the order in which they were reported',
  tag: 'costs',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    dataProductId: Type.String({ minLength: 1, description: 'The data product' }),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The costs', schema: Type.Array(costSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { limit, offset, after } = readPage(query);
    if (after !== undefined && !isUuid(after)) {
      refuse('bad_request', `after=${after} names no cost.`);
    }
    const rows = await listCosts(
      services.database.knex,
      principal.organizationId,
      query.dataProductId,
      { limit, offset, after },
    );
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return {
      status: 200,
      text: `[${shown.map(({ body }) => body).join(',')}]`,
      headers: {
        link,
      },
    };
  },
});

const addRoute = defineRoute({
  method: 'POST',
  path: '/api/costs',
  summary: 'Report what a data product cost',
  tag: 'costs',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({}),
  body: { formats: ['json'], schema: costSchema, required: true },
  answers: { 200: { description: 'Stored; Location names it, and the answer has no body' } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const id = newId();
    const { cost, text, unknown } = await readCost(body, id);
    const { dataProductId } = cost;
    const request = { id, dataProductId, body: text, principal, requestId, now };
    await addCost(services.database, request);
    const warnings = unknown.length > 0 ? unknownMembersWarning(unknown) : undefined;
    const page = `${services.settings.publicUrl}/dataproducts/${encodeURIComponent(dataProductId)}`;
    return {
      status: 200,
      headers: {
        location: `/api/costs/${id}`,
        'location-html': headerValue(page),
        'x-catalog-warnings': warnings && headerValue(warnings),
      },
    };
  },
});

/** The cost with our id; its text keeps all other bytes, so that amounts beyond double precision stay what they are. */
async function readCost(
  raw: RawBody,
  id: string,
): Promise<{ cost: Static<typeof costSchema>; text: string; unknown: string[] }> {
  const { json, document, hasDuplicates } = await parseObject(raw);
  const violations = validateWith(costSchema, document);
  if (violations.length > 0) {
    const [first] = violations;
    refuse('invalid_document', `This is no valid cost: ${first?.field} ${first?.message}.`, {
      violations,
    });
  }
  const text = hasDuplicates ? JSON.stringify(document) : json;
  return {
    cost: document as Static<typeof costSchema>,
    text: withMembers(withoutMembers(text, ['id']), { id: JSON.stringify(id) }),
    unknown: Object.keys(document).filter((name) => !Object.hasOwn(costSchema.properties, name)),
  };
}

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/costs/:id',
  summary: 'Delete a cost',
  tag: 'costs',
  access: 'key',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    await deleteCost(services.database, { id: params.id, principal, requestId, now });
    return { status: 200 };
  },
});

/** What data products cost. */
export const costRoutes: readonly Route[] = [listRoute, addRoute, deleteRoute];
