import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { listAssetUses } from '../../db/views/ingestion/port-assets.ts';
import type { AssetUse } from '../../db/views/ingestion/port-assets.ts';
import type { DriftKey } from '../../db/tables/ingestion/asset-drifts.ts';
import type { PortUse } from '../../domain/documents/product-extracts.ts';
import type { AssetDifference } from '../../domain/ingestion/asset-drift.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { runOnStored } from '../tasks/run-task.ts';

/** An asset of an output port that differs from the contract of the port. */
export type FoundDrift = DriftKey & { dataContractId: string; differences: AssetDifference[] };

/** Products per batch, each with all its assets. */
const productsAtOnce = 10;

/**
 * Compares the assets of an integration that output ports use with the contracts of these ports; only reads. An asset deleted on
 * its platform is reported as such.
 */
export async function comparePorts(
  db: Db,
  key: IntegrationKey,
  deleted: ReadonlySet<string>,
): Promise<FoundDrift[]> {
  const found: FoundDrift[] = [];
  for (let after = ''; ;) {
    const uses = await listAssetUses(db, key, after, productsAtOnce);
    const last = uses.at(-1);
    if (!last) return found;
    for (const [dataProductId, ofProduct] of byProduct(uses)) {
      found.push(
        ...(await compareProduct(db, key.organizationId, {
          dataProductId,
          uses: ofProduct,
          deleted,
        })),
      );
    }
    after = last.dataProductId;
  }
}

function byProduct(uses: readonly AssetUse[]): Map<string, AssetUse[]> {
  const products = new Map<string, AssetUse[]>();
  for (const use of uses) {
    const known = products.get(use.dataProductId);
    if (known) known.push(use);
    else products.set(use.dataProductId, [use]);
  }
  return products;
}

async function compareProduct(
  db: Db,
  organizationId: OrganizationId,
  {
    dataProductId,
    uses,
    deleted,
  }: { dataProductId: string; uses: readonly AssetUse[]; deleted: ReadonlySet<string> },
): Promise<FoundDrift[]> {
  const product = await read(db, organizationId, 'data-product', dataProductId);
  if (product === undefined) return [];
  const assetIds = uses.map(({ assetId }) => assetId);
  const found: FoundDrift[] = [];
  for (const port of await runOnStored('listPortUses', product, assetIds)) {
    const { outputPortId, dataContractId } = port;
    const used = [...usedBy(port, uses)];
    if (used.length === 0) continue;
    const contract = await read(db, organizationId, 'data-contract', dataContractId);
    if (contract === undefined) continue;
    const here = used.filter(([assetId]) => !deleted.has(assetId));
    const drifts = await runOnStored(
      'findDrifts',
      contract,
      here.map(([, body]) => body),
    );
    const driftOf = new Map(here.map(([assetId], index) => [assetId, drifts[index] ?? []]));
    for (const [assetId] of used) {
      const differences = driftOf.get(assetId) ?? [{ kind: 'asset_gone' as const }];
      found.push({ dataProductId, outputPortId, assetId, dataContractId, differences });
    }
  }
  return found.filter(({ differences }) => differences.length > 0);
}

/** Texts of the assets, by id, that are assigned to the port or named by it. */
function usedBy(port: PortUse, uses: readonly AssetUse[]): ReadonlyMap<string, string> {
  const own = uses.filter(
    ({ outputPortId, assetId }) =>
      outputPortId === port.outputPortId || port.assetIds.includes(assetId),
  );
  return new Map(own.map(({ assetId, body }) => [assetId, body]));
}

async function read(
  db: Db,
  organizationId: OrganizationId,
  kind: string,
  id: string,
): Promise<string | undefined> {
  return (await findDocument(db, { organizationId, kind, id }))?.body;
}
