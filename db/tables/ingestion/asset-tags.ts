import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Ids of the tags assigned to an asset, in their order. */
export function listAssetTags(
  db: Db,
  organizationId: OrganizationId,
  assetId: string,
): Promise<string[]> {
  return db('asset_tags')
    .where({ organization_id: organizationId, asset_id: assetId })
    .orderBy('tag_id')
    .pluck<string[]>('tag_id');
}

type AssetTag = { organizationId: OrganizationId; assetId: string; tagId: string };

const insert = {
  name: 'asset-tags-insert',
  text: `insert into asset_tags (organization_id, asset_id, tag_id) values ($1, $2, $3)
    on conflict do nothing returning 1`,
};

/** Assigns the tag; false when it was assigned already. */
export async function insertAssetTag(tx: Tx, tag: AssetTag): Promise<boolean> {
  const values = [tag.organizationId, tag.assetId, tag.tagId];
  return (await runStatement(tx, insert, values)).length > 0;
}

/** Removes the tag; false when it was not assigned. */
export async function deleteAssetTag(tx: Tx, tag: AssetTag): Promise<boolean> {
  const deleted = await tx('asset_tags')
    .where({ organization_id: tag.organizationId, asset_id: tag.assetId, tag_id: tag.tagId })
    .delete();
  return deleted > 0;
}

/** Removes a tag that is being deleted from all assets. */
export async function unassignTag(
  tx: Tx,
  organizationId: OrganizationId,
  tagId: string,
): Promise<void> {
  await tx('asset_tags').where({ organization_id: organizationId, tag_id: tagId }).delete();
}
