import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { listDrifts } from '../../../db/tables/ingestion/asset-drifts.ts';
import type { AssetDrift } from '../../../db/tables/ingestion/asset-drifts.ts';
import { findHeadAndTeams } from '../../../db/tables/documents/documents.ts';
import { listLineage } from '../../../db/views/ingestion/asset-lineage.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { asset } from '../../../domain/kinds/asset.ts';
import { dataProduct } from '../../../domain/kinds/data-product.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import type { Principal } from '../../../domain/principal.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { driftSchema, lineageSchema } from '../../schemas/assets/asset-findings.ts';
import type { Services } from '../../services.ts';

const maxFindings = 1_000;
const maxNeighbors = 1_000;

async function idOf(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  kind: DocumentKind,
  wanted: string,
): Promise<string> {
  const id = checkDocumentId(wanted, kind);
  const { head } = await findHeadAndTeams(knex, { organizationId, kind: kind.name, id }, []);
  return head ? id : refuseUnknownDocument(kind, id);
}

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
      const id = await idOf(services, principal, kind, params.id);
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
  summary: 'Get upstream and downstream lineage of an asset',
  tag: asset.collection,
  answers: {
    200: {
      description: 'Upstream and downstream assets, at most 1,000 each',
      schema: lineageSchema,
    },
  },
  handle: async ({ params, principal, services }) => {
    const id = await idOf(services, principal, asset, params.id);
    const { knex } = services.database;
    const ends = await listLineage(knex, principal.organizationId, id, maxNeighbors);
    const of = (wanted: string) =>
      ends
        .filter(({ direction }) => direction === wanted)
        .map(({ id: assetId, name }) => ({ assetId, name }));
    return { status: 200, json: { upstream: of('upstream'), downstream: of('downstream') } };
  },
});

/** Findings of integration runs about assets. */
export const assetFindingRoutes: readonly Route[] = [
  driftRoute(asset, 'assetId'),
  driftRoute(dataProduct, 'dataProductId'),
  lineageRoute,
];
