import { Type } from '@sinclair/typebox';
import { listUsage, sumUsage } from '../../../db/tables/usage/usage-days.ts';
import { listDocumentFacts } from '../../../db/views/documents/lineage.ts';
import { refuse } from '../../../domain/errors.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { team } from '../../../domain/kinds/team.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { readInstant } from '../../http/read-instant.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { defineRoute } from '../../route.ts';
import { productUsageSchema, usageGroupSchema } from '../../schemas/usage/product-usage.ts';

const dayMs = 24 * 3_600_000;
const defaultDays = 30;

/** Days of the range; without a beginning 30 days. */
function readDays(query: { from?: string; to?: string }, now: Date): { from: string; to: string } {
  const to = readInstant('to', query.to) ?? now;
  const from =
    readInstant('from', query.from) ?? new Date(to.getTime() - (defaultDays - 1) * dayMs);
  if (from > to) refuse('bad_request', "'from' must not be after 'to'.");
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
}

const { p: _, after: __, ...sizeQuery } = pagingQuery;

/** Who used a data product how often, from the daily numbers. */
export const productUsageRoute = defineRoute({
  method: 'GET',
  path: `/api/${dataProduct.collection}/:id/usage`,
  name: 'getDataProductUsage',
  summary: 'Get who used a data product how often, by day, output port, team, user or access',
  tag: 'usage',
  query: Type.Object({
    from: Type.Optional(
      Type.String({ description: 'First UTC day; default: 29 days before `to`' }),
    ),
    to: Type.Optional(Type.String({ description: 'Last UTC day; default: today' })),
    by: usageGroupSchema,
    outputPort: Type.Optional(Type.String({ description: 'Only uses of this output port' })),
    p: Type.Integer({ minimum: 0, default: 0, description: 'Page number, from 0' }),
    ...sizeQuery,
  }),
  answers: { 200: { description: 'The sums, and a page of entries', schema: productUsageSchema } },
  handle: async ({ params, query, principal, now, url, services }) => {
    const { organizationId } = principal;
    const { knex } = services.database;
    const days = readDays(query, now);
    const id = await findKnownId(services, principal, dataProduct, params.id);
    const filter = { productId: id, outputPort: query.outputPort, ...days };
    const { limit, offset } = readPage(query);
    const [{ lastDay, ...total }, rows] = await Promise.all([
      sumUsage(knex, organizationId, filter),
      listUsage(knex, organizationId, filter, { by: query.by, limit, offset }),
    ]);
    const { shown, link } = cutPage(rows, { url, query }, ({ key }) => key);
    const teams = query.by === 'team' ? shown.map(({ key }) => ({ kind: team.name, id: key })) : [];
    const facts = await listDocumentFacts(knex, organizationId, teams);
    const names = new Map(facts.map(({ id: teamId, name }) => [teamId, name]));
    const entries = shown.map(({ lastDay: lastUsedOn, key, ...sums }) => ({
      key,
      name: names.get(key) ?? null,
      ...sums,
      lastUsedOn,
    }));
    const json = { dataProductId: id, ...days, ...total, lastUsedOn: lastDay, entries };
    return { status: 200, json, headers: { link } };
  },
});
