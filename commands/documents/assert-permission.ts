import type { Db } from '../../db/connect.ts';
import { listTeamPath } from '../../db/views/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization, can, mayWrite } from '../../domain/permissions.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * Refuses with `permission_denied` unless the principal holds the permission on every one of the owning
 * teams (old and new owner when it changes); what has no owner needs somebody who acts for the organization. Costs
 * a query only for the others.
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
      ownerId === undefined ? 'something that no team owns' : `what team '${ownerId}' owns`;
    refuse('permission_denied', `This key lacks the permission ${permission} on ${owner}.`);
  }
}
