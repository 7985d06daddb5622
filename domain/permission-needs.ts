import { refuse } from './errors.ts';
import { actsForOrganization, mayWrite } from './permissions.ts';
import type { Permission } from './permissions.ts';
import type { Principal } from './principal.ts';

/**
 * What a route needs of the key, as far as it can be known without looking at any data:
 * `read` any key; `write` any but the reading ones; `organization` who acts for the whole organization (looking:
 * its reading keys too); `person` the key of a person; else one of the permissions on the team that owns what is
 * read or written, which the command looks at.
 */
export type PermissionNeed =
  'read' | 'write' | 'organization' | 'person' | { actions: readonly Permission[]; on: 'owner' };

/** Refuses with `permission_denied` keys that cannot have what is needed, whatever it is asked for. */
export function assertMayCall(
  principal: Principal,
  need: PermissionNeed,
  how: 'look' | 'change',
): void {
  const problem = problemOf(principal, need, how);
  if (problem !== undefined) refuse('permission_denied', problem);
}

function problemOf(
  principal: Principal,
  need: PermissionNeed,
  how: 'look' | 'change',
): string | undefined {
  const { scope } = principal;
  if (need === 'read') return undefined;
  if (need === 'organization' && !actsForOrganization(principal, how)) {
    const scopes = how === 'look' ? "'organization' or 'organization_read'" : "'organization'";
    return `This needs a key with the scope ${scopes}, or of an Owner of the organization, not '${scope}'.`;
  }
  if (how === 'change' && !mayWrite(principal)) return `A key with scope '${scope}' may only read.`;
  if (need === 'person' && principal.email === undefined) {
    return `This needs the key of a person, with the scope 'user', not '${scope}'.`;
  }
  return undefined;
}
