import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { addCost } from '../../../commands/costs/add-cost.ts';
import { deleteCost } from '../../../commands/costs/delete-cost.ts';
import { listCosts } from '../../../db/tables/documents/costs.ts';
import { refuse } from '../../../domain/errors.ts';
import { validateWith } from '../../../domain/validation/validation.ts';
import { newId } from '../../../lib/ids.ts';
import { withMembers, withoutMembers } from '../../../lib/json/text.ts';
import { headerValue } from '../../http/header-values.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import type { RawBody } from '../../exchange.ts';
import { costSchema } from '../../schemas/documents/costs.ts';
import { unknownMembersWarning } from '../../http/warnings.ts';

/**
 * The cost with the id of the path; all other bytes are kept, so that amounts beyond double precision stay
 * exact.
 */
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

/** Costs of data products. */
export const costRoutes: readonly Route[] = collection(
  { path: '/api/costs/:id', noun: 'cost', tag: 'costs', listed: costSchema },
  {
    list: {
      summary: 'List the costs of a data product in the order in which they were reported',
      query: Type.Object({
        dataProductId: Type.String({ minLength: 1, description: 'The data product' }),
        ...pagingQuery,
      }),
      handle: async ({ query, principal, url, services }) => {
        const { limit, offset, after } = readPage(query);
        const rows = await listCosts(
          services.database.knex,
          principal.organizationId,
          query.dataProductId,
          { limit, offset, after: readUuidKey(after) },
        );
        return answerList(
          rows,
          { url, query },
          ({ body }) => body,
          ({ id }) => id,
        );
      },
    },
    create: {
      sends: ['location', 'location-html', 'x-catalog-warnings'],
      refuses: ['invalid_document', 'unknown_reference'],
      summary: 'Report a cost of a data product',
      body: { schema: costSchema },
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
    },
    delete: {
      handle: async ({ params, principal, requestId, now, services }) => {
        await deleteCost(services.database, { id: params.id, principal, requestId, now });
        return { status: 200 };
      },
    },
  },
);
