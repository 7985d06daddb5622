import { refuse } from '../errors.ts';
import type { Principal } from '../principal.ts';

/** The permissions of team roles. */
export const permissions = [
  'RESOURCES_ADD',
  'RESOURCES_EDIT',
  'RESOURCES_DELETE',
  'CHANGE_REQUEST_SUBMIT',
  'CHANGE_REQUEST_APPROVE',
  'ACCESS_ADD',
  'ACCESS_EDIT',
  'ACCESS_DELETE',
  'ACCESS_REQUEST',
  'ACCESS_APPROVE',
  'ACCESS_TERMINATE',
  'TEAM_ADD',
  'TEAM_EDIT',
  'TEAM_DELETE',
  'TEAM_MEMBER_ADD',
  'TEAM_MEMBER_EDIT',
  'TEAM_MEMBER_DELETE',
  'INGESTION_EDIT',
] as const;
export type Permission = (typeof permissions)[number];

const startingWith = (...prefixes: string[]): Permission[] =>
  permissions.filter((permission) => prefixes.some((prefix) => permission.startsWith(prefix)));

/** Permissions of each role by name; unknown roles have none. */
export type RoleCatalogue = ReadonlyMap<string, readonly Permission[]>;

/** The default roles, unless the organization defines its own. */
export const builtInRoles: RoleCatalogue = new Map<string, readonly Permission[]>([
  ['Owner', permissions],
  ['Approver', startingWith('RESOURCES_', 'ACCESS_', 'CHANGE_REQUEST_')],
  [
    'Editor',
    ['RESOURCES_ADD', 'RESOURCES_EDIT', 'ACCESS_REQUEST', 'ACCESS_EDIT', 'CHANGE_REQUEST_SUBMIT'],
  ],
  ['Steward', ['RESOURCES_EDIT', ...startingWith('CHANGE_REQUEST_')]],
  ['Member', ['ACCESS_REQUEST', 'CHANGE_REQUEST_SUBMIT']],
]);

/** A team on the path from an owning team to its root, with the roles of its members. */
export type TeamOnPath = {
  id: string;
  members: readonly { emailAddress: string; role: string }[];
  /** The organization's own roles, if any. */
  roles?: RoleCatalogue | undefined;
};

/** True if the key's scope allows any change at all. */
export function mayWrite(principal: Principal): boolean {
  return !principal.scope.endsWith('_read');
}

/**
 * True if the principal acts for the whole organization, regardless of ownership: organization keys and keys of
 * its Owners; changes require a key with write access.
 */
export function actsForOrganization(principal: Principal, how: 'look' | 'change'): boolean {
  switch (principal.scope) {
    case 'organization':
      return true;
    case 'organization_read':
      return how === 'look';
    case 'user':
      return principal.isOwner === true;
    case 'user_read':
      return how === 'look' && principal.isOwner === true;
    case 'team':
    case 'team_read':
      return false;
  }
}

/** The rule by which a permission is held or missing. */
export type PermissionRule =
  | 'organization'
  | 'team'
  | 'role'
  | 'reading-key'
  | 'no-owner'
  | 'other-team'
  | 'role-lacks-it'
  | 'no-member'
  | 'switched-off'
  | 'own-access'
  | 'everybody';

/** The verdict on a permission, with the rule, team and role behind it. */
export type Verdict = {
  allowed: boolean;
  rule: PermissionRule;
  teamId?: string | undefined;
  role?: string | undefined;
};

/**
 * Judges whether the principal has a permission on a resource owned by the first team of `path`; roles are
 * inherited down the team tree. Without an owner, only principals that act for the organization have it. A team
 * key acts as an Owner of its team.
 */
export function judgePermission(
  principal: Principal,
  permission: Permission,
  path: readonly TeamOnPath[],
): Verdict {
  if (!mayWrite(principal)) return { allowed: false, rule: 'reading-key' };
  if (actsForOrganization(principal, 'change')) return { allowed: true, rule: 'organization' };
  if (path.length === 0) return { allowed: false, rule: 'no-owner' };
  if (principal.scope === 'user') return judgeRoles(principal.email, permission, path);
  const isAbove = path.some((team) => team.id === principal.teamId);
  return { allowed: isAbove, rule: isAbove ? 'team' : 'other-team', teamId: principal.teamId };
}

function judgeRoles(
  email: string | undefined,
  permission: Permission,
  path: readonly TeamOnPath[],
): Verdict {
  let nearest: Verdict = { allowed: false, rule: 'no-member' };
  for (const { id: teamId, members, roles = builtInRoles } of path) {
    for (const { emailAddress, role } of members) {
      if (emailAddress.toLowerCase() !== email?.toLowerCase()) continue;
      if (roles.get(role)?.includes(permission))
        return { allowed: true, rule: 'role', teamId, role };
      if (nearest.rule === 'no-member') {
        nearest = { allowed: false, rule: 'role-lacks-it', teamId, role };
      }
    }
  }
  return nearest;
}

/**
 * True if the principal has a permission on a resource owned by the first team of `path` (`judgePermission`).
 */
export function can(
  principal: Principal,
  permission: Permission,
  path: readonly TeamOnPath[],
): boolean {
  return judgePermission(principal, permission, path).allowed;
}

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
