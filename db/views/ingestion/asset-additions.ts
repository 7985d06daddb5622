import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const list = {
  name: 'asset-additions-list',
  text: `select k.id, t.tags, a.assignments from unnest($2::text[]) as k(id)
    left join lateral (
      select json_agg(tag_id order by tag_id)::text as tags from asset_tags
      where organization_id = $1 and asset_id = k.id) t on true
    left join lateral (
      select json_agg(json_strip_nulls(json_build_object('dataProductId', u.product, 'outputPortId', u.port))
        order by u.product, u.port nulls first)::text as assignments
      from (
        select data_product_id as product, nullif(output_port_id, '') as port from asset_assignments
        where organization_id = $1 and asset_id = k.id
        union
        select id, null from document_references
        where organization_id = $1 and kind = 'data-product' and role = 'asset'
          and target_kind = 'asset' and target_id = k.id) u) a on true
    where t.tags is not null or a.assignments is not null`,
};

/**
 * Data that the server adds to assets when they are read, as JSON texts by asset: the assigned tags, and the
 * products and ports that use the asset (by an assignment, or by the product's own document). Assets without
 * additions are left out.
 */
export async function listAssetAdditions(
  db: Db,
  organizationId: OrganizationId,
  assetIds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  if (assetIds.length === 0) return new Map();
  type Row = { id: string; tags: string | null; assignments: string | null };
  const rows = await runStatement<Row>(db, list, [organizationId, assetIds]);
  return new Map(
    rows.map(({ id, tags, assignments }) => [
      id,
      {
        ...(tags !== null && { assignedTags: tags }),
        ...(assignments !== null && { assignments }),
      },
    ]),
  );
}
