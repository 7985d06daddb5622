import type { Db } from '../db/connect.ts';
import { listTeamPath } from '../db/views/documents/team-path.ts';
import { refuse } from '../domain/errors.ts';
import { actsForOrganization, can, mayWrite } from '../domain/organizations/permissions.ts';
import type { Permission } from '../domain/organizations/permissions.ts';
import type { Principal } from '../domain/principal.ts';

/**
 * Refuses with `permission_denied` unless the principal holds the permission on every owning team (old and new owner if it
 * changes); a resource without an owner requires rights for the organization. Only other principals cost a query.
 */
export async function assertPermission(
  db: Db,
  principal: Principal,
  permission: Permission,
  ownerIds: readonly (string | undefined)[],
): Promise<void> {
  if (actsForOrganization(principal, 'change')) return;
  if (!mayWrite(principal)) {
    refuse('permission_denied', `A key with scope '${principal.scope}' may only read.`);
  }
  for (const ownerId of new Set(ownerIds)) {
    const path =
      ownerId === undefined ? [] : await listTeamPath(db, principal.organizationId, ownerId);
    if (can(principal, permission, path)) continue;
    const owner =
      ownerId === undefined ? 'resources without an owner' : `resources of team '${ownerId}'`;
    refuse('permission_denied', `This key lacks the permission ${permission} on ${owner}.`);
  }
}
