import { Type } from '@sinclair/typebox';
import { readLineage } from '../../../commands/lineage/read-lineage.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { defineRoute } from '../../route.ts';
import { depthSchema, productLineageSchema } from '../../schemas/documents/lineage.ts';

/** The lineage of a data product by the contracts of its ports. */
export const productLineageRoute = defineRoute({
  method: 'GET',
  path: `/api/${dataProduct.collection}/:id/lineage`,
  name: 'getDataProductLineage',
  summary:
    'Get the lineage of a data product; products are connected by the contracts of their ports, source systems by input ports',
  tag: dataProduct.collection,
  query: Type.Object({ depth: { ...depthSchema, default: 1 } }),
  answers: { 200: { description: 'At most 300 nodes', schema: productLineageSchema } },
  handle: async ({ params, query, principal, services }) => {
    const id = await findKnownId(services, principal, dataProduct, params.id);
    const { organizationId } = principal;
    const lookup = { db: services.database.knex, organizationId, source: 'products' } as const;
    const json = await readLineage(lookup, { kind: dataProduct.name, id }, query.depth);
    return { status: 200, json };
  },
});
