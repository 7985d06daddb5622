import type { Db } from '../../db/connect.ts';
import { findFirstOrganization } from '../../db/tables/organizations.ts';
import type { WorkScope } from '../../db/views/work-list.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/** What the key may see of the work: that of its organization, and with the first one that of the installation (docs/decisions/0010). */
export async function workScopeOf(db: Db, principal: Principal): Promise<NonNullable<WorkScope>> {
  const { organizationId } = principal;
  const withInstallation = (await findFirstOrganization(db)) === organizationId;
  return { organizationId, withInstallation };
}

/** Refuses with `permission_denied` unless the key may see what belongs to all organizations together. */
export async function assertInstallationOperator(db: Db, principal: Principal): Promise<void> {
  const { withInstallation } = await workScopeOf(db, principal);
  if (withInstallation && actsForOrganization(principal, 'look')) return;
  refuse(
    'permission_denied',
    'This tells of all organizations together, and is for keys of the whole organization that was made first.',
  );
}
