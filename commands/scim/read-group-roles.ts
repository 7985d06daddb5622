import type { Db } from '../../db/connect.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { groupRolesOf } from '../../domain/scim/mapping.ts';
import type { GroupRole, ScimMapping } from '../../domain/scim/mapping.ts';
import { listTeamRoles } from '../teams/list-team-roles.ts';

/** The roles that SCIM groups give now. */
export async function readGroupRoles(db: Db, organizationId: OrganizationId): Promise<GroupRole[]> {
  const stored = await findSettingsDocument(db, { organizationId, name: 'scim-mapping' });
  if (!stored) return [];
  const roles = await listTeamRoles(db, organizationId);
  const names = roles.map(({ name }) => name);
  return groupRolesOf(JSON.parse(stored.body) as ScimMapping, names);
}
