import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/**
 * The limit of each look-up keeps Postgres from comparing all revisions with all teams while it has no
 * statistics.
 */
const list = {
  name: 'team-role-holders',
  text: `select distinct member->>'role' as role, d.id as "teamId"
    from documents d
    cross join lateral (
      select body from document_revisions
      where organization_id = d.organization_id and kind = d.kind and id = d.id and revision = d.revision limit 1) r
    cross join lateral json_array_elements(
      case json_typeof(r.body->'members') when 'array' then r.body->'members' else '[]' end) as member
    where d.organization_id = $1 and d.kind = 'team' and member->>'role' = any($2)
    order by 1, 2 limit $3`,
};

/** Teams in which a member holds one of the roles, for a message. */
export function listRoleHolders(
  db: Db,
  organizationId: OrganizationId,
  roles: readonly string[],
  limit: number,
): Promise<{ role: string; teamId: string }[]> {
  return runStatement(db, list, [organizationId, roles, limit]);
}
