import { Type } from '@sinclair/typebox';
import { readLineage } from '../../../commands/lineage/read-lineage.ts';
import { listDrifts } from '../../../db/tables/ingestion/asset-drifts.ts';
import type { AssetDrift } from '../../../db/tables/ingestion/asset-drifts.ts';
import { listLineage } from '../../../db/views/ingestion/asset-lineage.ts';
import { asset } from '../../../domain/kinds/asset.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { driftSchema, lineageSchema } from '../../schemas/assets/asset-findings.ts';
import { depthSchema } from '../../schemas/documents/lineage.ts';

const maxFindings = 1_000;
const maxNeighbors = 1_000;

const present = ({ differences, ...drift }: AssetDrift) => ({
  ...drift,
  differences: JSON.parse(differences) as unknown,
});

const driftRoute = (kind: DocumentKind, member: 'assetId' | 'dataProductId'): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/${kind.collection}/:id/drift`,
    name: kind === asset ? 'listAssetDrift' : 'listDataProductDrift',
    summary:
      kind === asset
        ? 'List where an asset differs from the contracts of its output ports, as found by the last runs'
        : 'List where assets of the output ports of a data product differ from the contracts',
    tag: kind.collection,
    answers: { 200: { description: 'At most 1,000 findings', schema: Type.Array(driftSchema) } },
    handle: async ({ params, principal, services }) => {
      const id = await findKnownId(services, principal, kind, params.id);
      const { knex } = services.database;
      const about = { [member]: id };
      const drifts = await listDrifts(knex, principal.organizationId, about, maxFindings);
      return { status: 200, json: drifts.map(present) };
    },
  });

const lineageRoute = defineRoute({
  method: 'GET',
  path: `/api/${asset.collection}/:id/lineage`,
  name: 'getAssetLineage',
  summary: 'Get upstream and downstream lineage of an asset; with depth, also as a graph',
  tag: asset.collection,
  query: Type.Object({ depth: Type.Optional(depthSchema) }),
  answers: {
    200: {
      description: 'Upstream and downstream assets, at most 1,000 each; a graph has at most 300',
      schema: lineageSchema,
    },
  },
  handle: async ({ params, query: { depth }, principal, services }) => {
    const id = await findKnownId(services, principal, asset, params.id);
    const { knex } = services.database;
    const { organizationId } = principal;
    const ends = await listLineage(knex, organizationId, id, maxNeighbors);
    const lookup = { db: knex, organizationId, source: 'assets' } as const;
    const graph = depth && (await readLineage(lookup, { kind: asset.name, id }, depth));
    const of = (wanted: string) =>
      ends
        .filter(({ direction }) => direction === wanted)
        .map(({ id: assetId, name }) => ({ assetId, name }));
    const json = { upstream: of('upstream'), downstream: of('downstream'), ...graph };
    return { status: 200, json };
  },
});

/** Findings of integration runs about assets. */
export const assetFindingRoutes: readonly Route[] = [
  driftRoute(asset, 'assetId'),
  driftRoute(dataProduct, 'dataProductId'),
  lineageRoute,
];
