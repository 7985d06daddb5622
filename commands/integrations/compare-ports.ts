import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
import { listAssetUses } from '../../db/views/port-assets.ts';
import type { AssetUse } from '../../db/views/port-assets.ts';
import type { DriftPlace } from '../../db/tables/asset-drifts.ts';
import { findDrift } from '../../domain/ingestion/asset-drift.ts';
import type { AssetDifference } from '../../domain/ingestion/asset-drift.ts';
import { outputPortName } from '../../domain/output-ports.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { objectOf, objectsOf, textOf } from '../../domain/standards/json-value.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import type { JsonObject } from '../../lib/json.ts';

/** An asset of an output port that is not as the contract of the port says. */
export type FoundDrift = DriftPlace & { dataContractId: string; differences: AssetDifference[] };

/** With all assets that they use. */
const productsAtOnce = 10;

/**
 * Compares the assets of an integration that output ports use with the contracts of these ports; only reads. Of assets that are gone from
 * their platform that is the finding.
 */
export async function comparePorts(
  db: Db,
  key: IntegrationKey,
  gone: ReadonlySet<string>,
): Promise<FoundDrift[]> {
  const found: FoundDrift[] = [];
  for (let after = ''; ;) {
    const uses = await listAssetUses(db, key, after, productsAtOnce);
    const last = uses.at(-1);
    if (!last) return found;
    for (const [dataProductId, ofProduct] of byProduct(uses)) {
      found.push(
        ...(await compareProduct(db, key.organizationId, { dataProductId, uses: ofProduct, gone })),
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
    gone,
  }: { dataProductId: string; uses: readonly AssetUse[]; gone: ReadonlySet<string> },
): Promise<FoundDrift[]> {
  const product = await read(db, organizationId, 'data-product', dataProductId);
  const found: FoundDrift[] = [];
  for (const port of objectsOf(product?.outputPorts)) {
    const outputPortId = outputPortName(port);
    const dataContractId = textOf(port['contractId']) ?? textOf(port['dataContractId']);
    if (outputPortId === undefined || dataContractId === undefined) continue;
    const used = usedBy(port, outputPortId, uses);
    const contract =
      used.size > 0 ? await read(db, organizationId, 'data-contract', dataContractId) : undefined;
    if (!contract) continue;
    const model = normaliseContract(contract);
    const differencesOf = (assetId: string, body: string): AssetDifference[] =>
      gone.has(assetId)
        ? [{ kind: 'asset_gone' }]
        : findDrift(JSON.parse(body) as JsonObject, model);
    for (const [assetId, body] of used) {
      const differences = differencesOf(assetId, body);
      found.push({ dataProductId, outputPortId, assetId, dataContractId, differences });
    }
  }
  return found.filter(({ differences }) => differences.length > 0);
}

/** Assets by id that are assigned to the port, or that it names itself, with their texts. */
function usedBy(
  port: Record<string, unknown>,
  name: string,
  uses: readonly AssetUse[],
): ReadonlyMap<string, string> {
  const listed = port['assets'];
  const named = (Array.isArray(listed) ? listed : []).map((entry: unknown) =>
    textOf(objectOf(entry)?.['id'] ?? entry),
  );
  const own = uses.filter(
    ({ outputPortId, assetId }) => outputPortId === name || named.includes(assetId),
  );
  return new Map(own.map(({ assetId, body }) => [assetId, body]));
}

async function read(
  db: Db,
  organizationId: OrganizationId,
  kind: string,
  id: string,
): Promise<JsonObject | undefined> {
  const stored = await findDocument(db, { organizationId, kind, id });
  return stored && (JSON.parse(stored.body) as JsonObject);
}
