import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** An upstream or downstream asset; `name` is null while the asset is not in the catalog. */
export type LineageEnd = { direction: 'upstream' | 'downstream'; id: string; name: string | null };

const list = {
  name: 'asset-lineage-list',
  text: `select e.direction, e.id, d.name from (
      (select 'upstream' as direction, target_id as id from document_references
        where organization_id = $1 and kind = 'asset' and id = $2 and role = 'upstream-asset' order by target_id limit $3)
      union all
      (select 'downstream', id from document_references
        where organization_id = $1 and target_kind = 'asset' and target_id = $2 and role = 'upstream-asset' order by id limit $3)) e
    left join documents d on d.organization_id = $1 and d.kind = 'asset' and d.id = e.id
    order by e.direction, e.id`,
};

/** The direct neighbors of an asset in the lineage, at most `limit` in each direction. */
export function listLineage(
  db: Db,
  organizationId: OrganizationId,
  assetId: string,
  limit: number,
): Promise<LineageEnd[]> {
  return runStatement<LineageEnd>(db, list, [organizationId, assetId, limit]);
}
