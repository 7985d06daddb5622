import type { Db } from '../../db/connect.ts';
import { findFirstOrganization } from '../../db/tables/organizations.ts';
import type { WorkScope } from '../../db/views/work-list.ts';
import { refuse } from '../../domain/errors.ts';
import { mayOperate } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/** Refuses with `permission_denied` unless the key is one of the whole organization (to change: not a reading one). */
export function assertOperator(principal: Principal, how: 'look' | 'change'): void {
  if (mayOperate(principal, how)) return;
  const scopes = how === 'look' ? "'organization' or 'organization_read'" : "'organization'";
  refuse(
    'permission_denied',
    `This needs a key with the scope ${scopes}, not '${principal.scope}'.`,
  );
}

/** Whether the key is one of the organization that runs the installation: the first that was made (docs/decisions/0010). */
export async function isInstallationOperator(db: Db, principal: Principal): Promise<boolean> {
  return (await findFirstOrganization(db)) === principal.organizationId;
}

/** What the key may see of the work. Refuses as `assertOperator` does. */
export async function workScopeOf(db: Db, principal: Principal): Promise<NonNullable<WorkScope>> {
  assertOperator(principal, 'look');
  const { organizationId } = principal;
  return { organizationId, withInstallation: await isInstallationOperator(db, principal) };
}

/** Refuses with `permission_denied` unless the key may see what belongs to all organizations together. */
export async function assertInstallationOperator(db: Db, principal: Principal): Promise<void> {
  assertOperator(principal, 'look');
  if (await isInstallationOperator(db, principal)) return;
  refuse(
    'permission_denied',
    'This tells of all organizations together, and is for keys of the first one, which runs the installation.',
  );
}
