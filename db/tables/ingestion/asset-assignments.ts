import type { AssetAssignment } from '../../../domain/assets/asset-assignment.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

type Row = { data_product_id: string; output_port_id: string };

/** Up to `limit` output ports that an asset is assigned to, in the order of the products. */
export async function listAssignments(
  db: Db,
  organizationId: OrganizationId,
  assetId: string,
  limit: number,
): Promise<AssetAssignment[]> {
  const rows = await db('asset_assignments')
    .where({ organization_id: organizationId, asset_id: assetId })
    .orderBy(['data_product_id', 'output_port_id'])
    .limit(limit)
    .select<Row[]>('data_product_id', 'output_port_id');
  return rows.map((row) => ({
    dataProductId: row.data_product_id,
    outputPortId: row.output_port_id || undefined,
  }));
}

type Assignment = AssetAssignment & { organizationId: OrganizationId; assetId: string };

const insert = {
  name: 'asset-assignments-insert',
  text: `insert into asset_assignments (organization_id, asset_id, data_product_id, output_port_id)
    values ($1, $2, $3, $4) on conflict do nothing returning 1`,
};

/** Assigns the asset; false when it was assigned already. */
export async function insertAssignment(tx: Tx, assignment: Assignment): Promise<boolean> {
  const { organizationId, assetId, dataProductId, outputPortId } = assignment;
  const values = [organizationId, assetId, dataProductId, outputPortId ?? ''];
  return (await runStatement(tx, insert, values)).length > 0;
}

/** Ends the assignment; false when there was none. */
export async function deleteAssignment(tx: Tx, assignment: Assignment): Promise<boolean> {
  const deleted = await tx('asset_assignments')
    .where({
      organization_id: assignment.organizationId,
      asset_id: assignment.assetId,
      data_product_id: assignment.dataProductId,
      output_port_id: assignment.outputPortId ?? '',
    })
    .delete();
  return deleted > 0;
}
