import { refuse } from '../errors.ts';
import { actsForOrganization, mayWrite } from './permissions.ts';
import type { Permission } from './permissions.ts';
import type { Principal } from '../principal.ts';

/**
 * The key that a route requires, as far as it is known without reading data: `read` any key; `write` any except
 * read-only keys; `organization` keys that act for the whole organization (for reading, also its read-only
 * keys); `person` the key of a person; else a permission on the team that owns the resource, which the command
 * checks.
 */
export type PermissionNeed =
  | 'read'
  | 'write'
  | 'organization'
  | 'person'
  | { actions: readonly Permission[]; on: 'owner' };

/** Refuses with `permission_denied` keys that can never have the required permission. */
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
    return scope === 'user'
      ? `Only Owners of the organization may do this, and keys with the scope ${scopes}.`
      : `This needs a key with the scope ${scopes}, or of an Owner of the organization, not '${scope}'.`;
  }
  if (how === 'change' && !mayWrite(principal)) return `A key with scope '${scope}' may only read.`;
  if (need === 'person' && principal.email === undefined) {
    return `This needs the key of a person, with the scope 'user', not '${scope}'.`;
  }
  return undefined;
}
