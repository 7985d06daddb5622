import type { Db } from '../../db/connect.ts';
import { findFirstOrganization } from '../../db/tables/organizations/organizations.ts';
import type { WorkScope } from '../../db/views/work/list.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/**
 * The work that a key may see: that of its organization; for keys of the first organization also that of the installation
 * (docs/decisions/0010-the-first-organization-operates.md).
 */
export async function workScopeOf(db: Db, principal: Principal): Promise<NonNullable<WorkScope>> {
  const { organizationId } = principal;
  const withInstallation = (await findFirstOrganization(db)) === organizationId;
  return { organizationId, withInstallation };
}

/** Refuses with `permission_denied` unless the principal may see, or change, what concerns all organizations. */
export async function assertInstallationOperator(
  db: Db,
  principal: Principal,
  how: 'look' | 'change' = 'look',
): Promise<void> {
  const { withInstallation } = await workScopeOf(db, principal);
  if (withInstallation && actsForOrganization(principal, how)) return;
  refuse(
    'permission_denied',
    how === 'look'
      ? 'This page covers all organizations: use an organization-wide key of the organization that was created first.'
      : 'This changes the work of all organizations: use an organization-wide key of the organization that was created first.',
  );
}
