import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IntegrationKey } from '../../tables/ingestion/integrations.ts';

/**
 * Use of an integration's asset by a data product: by an assignment (then the port is set), or by the product's
 * document.
 */
export type AssetUse = {
  dataProductId: string;
  outputPortId: string | null;
  assetId: string;
  /** The asset as JSON text. */
  body: string;
};

const uses = `(
      select data_product_id as product, nullif(output_port_id, '') as port, asset_id as asset
      from asset_assignments where organization_id = $1
      union
      select id, null, target_id from document_references
      where organization_id = $1 and kind = 'data-product' and role = 'asset' and target_kind = 'asset') u`;

const list = {
  name: 'port-assets-list',
  text: `with product as (
      select distinct u.product from ${uses}
      join ingested_assets i on i.organization_id = $1 and i.asset_id = u.asset and i.integration_id = $2
      where u.product > $3 collate "C" order by u.product limit $4)
    select u.product as "dataProductId", u.port as "outputPortId", u.asset as "assetId", r.body::text as body
    from ${uses} join product p on p.product = u.product
    join ingested_assets i on i.organization_id = $1 and i.asset_id = u.asset and i.integration_id = $2
    join documents d on d.organization_id = $1 and d.kind = 'asset' and d.id = u.asset
    join document_revisions r on r.organization_id = $1 and r.kind = 'asset' and r.id = d.id and r.revision = d.revision
    order by u.product, u.port nulls first, u.asset`,
};

/** Assets of an integration in use by the next data products, in the order of the products. */
export function listAssetUses(
  db: Db,
  { organizationId, id }: IntegrationKey,
  after: string,
  products: number,
): Promise<AssetUse[]> {
  return runStatement<AssetUse>(db, list, [organizationId, id, after, products]);
}

const listUsed = {
  name: 'port-assets-list-used',
  text: `select asset_id as id from asset_assignments where organization_id = $1 and asset_id = any($2)
    union
    select target_id from document_references
    where organization_id = $1 and kind = 'data-product' and role = 'asset' and target_kind = 'asset' and target_id = any($2)`,
};

/** The assets among these that a data product or a port uses, which therefore cannot be deleted. */
export async function listUsedAssets(
  db: Db,
  organizationId: OrganizationId,
  assetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await runStatement<{ id: string }>(db, listUsed, [organizationId, [...assetIds]]);
  return new Set(rows.map(({ id }) => id));
}
