import { Type } from '@sinclair/typebox';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import { listDrifts } from '../../db/tables/asset-drifts.ts';
import type { AssetDrift } from '../../db/tables/asset-drifts.ts';
import { findHeadAndTeams } from '../../db/tables/documents.ts';
import { listLineage } from '../../db/views/asset-lineage.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { asset } from '../../domain/kinds/asset.ts';
import { dataProduct } from '../../domain/kinds/data-product.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { Principal } from '../../domain/principal.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { driftSchema, lineageSchema } from '../schemas/asset-findings.ts';
import type { Services } from '../services.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});
const mostFindings = 1_000;
const mostNeighbours = 1_000;

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
    summary:
      kind === asset
        ? 'List where an asset is not as the contracts of its output ports say, as the last runs found it'
        : 'List where assets of the output ports of a data product are not as the contracts say',
    tag: kind.collection,
    access: 'key',
    params,
    query: noQuery,
    answers: { 200: { description: 'At most 1,000 findings', schema: Type.Array(driftSchema) } },
    handle: async ({ params, principal, services }) => {
      const id = await idOf(services, principal, kind, params.id);
      const { knex } = services.database;
      const about = { [member]: id };
      const drifts = await listDrifts(knex, principal.organizationId, about, mostFindings);
      return { status: 200, json: drifts.map(present) };
    },
  });

const lineageRoute = defineRoute({
  method: 'GET',
  path: `/api/${asset.collection}/:id/lineage`,
  summary: 'Get what an asset is made of, and what is made of it',
  tag: asset.collection,
  access: 'key',
  params,
  query: noQuery,
  answers: { 200: { description: 'Its neighbours, at most 1,000 each', schema: lineageSchema } },
  handle: async ({ params, principal, services }) => {
    const id = await idOf(services, principal, asset, params.id);
    const { knex } = services.database;
    const ends = await listLineage(knex, principal.organizationId, id, mostNeighbours);
    const of = (wanted: string) =>
      ends
        .filter(({ direction }) => direction === wanted)
        .map(({ id: assetId, name }) => ({ assetId, name }));
    return { status: 200, json: { upstream: of('upstream'), downstream: of('downstream') } };
  },
});

/** What runs of integrations find out about assets. */
export const assetFindingRoutes: readonly Route[] = [
  driftRoute(asset, 'assetId'),
  driftRoute(dataProduct, 'dataProductId'),
  lineageRoute,
];
