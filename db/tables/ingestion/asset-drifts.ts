import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IntegrationKey } from './integrations.ts';

/** The asset of an output port. */
export type DriftKey = { dataProductId: string; outputPortId: string; assetId: string };

/** An asset of an output port that differs from the port's contract; `differences` is JSON text. */
export type AssetDrift = DriftKey & {
  dataContractId: string;
  differences: string;
  foundAt: Date;
};

const columns = `data_product_id as "dataProductId", output_port_id as "outputPortId", asset_id as "assetId",
    data_contract_id as "dataContractId", differences::text as differences, found_at as "foundAt"`;

const list = {
  name: 'asset-drifts-list',
  text: `select ${columns} from asset_drifts where organization_id = $1
      and ($2::text is null or data_product_id = $2) and ($3::text is null or asset_id = $3)
    order by data_product_id, output_port_id, asset_id limit $4`,
};

/** The findings on a data product, or on an asset. */
export function listDrifts(
  db: Db,
  organizationId: OrganizationId,
  about: { dataProductId?: string; assetId?: string },
  limit: number,
): Promise<AssetDrift[]> {
  const { dataProductId, assetId } = about;
  return runStatement<AssetDrift>(db, list, [organizationId, dataProductId, assetId, limit]);
}

const listOfIntegration = {
  name: 'asset-drifts-list-of-integration',
  text: `select ${columns} from asset_drifts d where organization_id = $1 and exists (
      select 1 from ingested_assets i
      where i.organization_id = d.organization_id and i.asset_id = d.asset_id and i.integration_id = $2)`,
};

/** The findings on assets of an integration. */
export function listDriftsOfIntegration(
  db: Db,
  { organizationId, id }: IntegrationKey,
): Promise<AssetDrift[]> {
  return runStatement<AssetDrift>(db, listOfIntegration, [organizationId, id]);
}

const upsert = {
  name: 'asset-drifts-upsert',
  text: `insert into asset_drifts (organization_id, data_product_id, output_port_id, asset_id, data_contract_id, differences, run_id,
      found_at)
    select $1, p.id, $3, $4, $5, $6, $7, $8 from documents p
    where p.organization_id = $1 and p.kind = 'data-product' and p.id = $2 for key share of p
    on conflict (organization_id, data_product_id, output_port_id, asset_id) do update
      set data_contract_id = excluded.data_contract_id, differences = excluded.differences, run_id = excluded.run_id,
        found_at = excluded.found_at
    returning asset_id`,
};

/** Records a finding, replacing an earlier one; false when the product was deleted meanwhile. */
export async function upsertDrift(
  tx: Tx,
  organizationId: OrganizationId,
  drift: AssetDrift & { runId: string },
): Promise<boolean> {
  const { dataProductId, outputPortId, assetId, dataContractId, differences } = drift;
  const values = [organizationId, dataProductId, outputPortId, assetId, dataContractId];
  const rows = await runStatement(tx, upsert, [...values, differences, drift.runId, drift.foundAt]);
  return rows.length === 1;
}

const remove = {
  name: 'asset-drifts-delete',
  text: `delete from asset_drifts
    where organization_id = $1 and data_product_id = $2 and output_port_id = $3 and asset_id = $4 returning asset_id`,
};

/** Deletes a finding; false when there was none. */
export async function deleteDrift(
  tx: Tx,
  organizationId: OrganizationId,
  { dataProductId, outputPortId, assetId }: DriftKey,
): Promise<boolean> {
  const values = [organizationId, dataProductId, outputPortId, assetId];
  return (await runStatement(tx, remove, values)).length === 1;
}
