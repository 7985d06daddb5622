import { builtInRoles } from '../../../domain/organizations/permissions.ts';
import type { RoleCatalogue } from '../../../domain/organizations/permissions.ts';
import { rolesOfDocument } from '../../../domain/organizations/team-roles.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/**
 * The limit of each look-up keeps Postgres from comparing all revisions with all teams while it has no
 * statistics.
 */
const list = {
  name: 'team-roles-of-person',
  text: `select d.id as "teamId", member->>'role' as role
    from documents d
    cross join lateral (
      select body from document_revisions
      where organization_id = d.organization_id and kind = d.kind and id = d.id and revision = d.revision limit 1) r
    cross join lateral json_array_elements(
      case json_typeof(r.body->'members') when 'array' then r.body->'members' else '[]' end) as member
    where d.organization_id = $1 and d.kind = 'team' and lower(member->>'emailAddress') = lower($2)
    order by 1, 2`,
};

/** The teams in which a person is a direct member, with the role in each. */
export function listTeamsOfPerson(
  db: Db,
  organizationId: OrganizationId,
  email: string,
): Promise<{ teamId: string; role: string | null }[]> {
  return runStatement(db, list, [organizationId, email]);
}

const readRoles = {
  name: 'team-roles-of-organization',
  text: `select body::text as body from settings_documents where organization_id = $1 and name = 'team-roles'`,
};

/** The roles of members of teams in this organization. */
export async function findRoleCatalogue(
  db: Db,
  organizationId: OrganizationId,
): Promise<RoleCatalogue> {
  const [row] = await runStatement<{ body: string }>(db, readRoles, [organizationId]);
  return (row && rolesOfDocument(row.body)) ?? builtInRoles;
}
