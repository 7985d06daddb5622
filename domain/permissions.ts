import type { Principal } from './principal.ts';

/** The permissions of team roles (ecosystem facts §1.1). */
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

/** What each role may do, by its name; roles that are not in it may do nothing. */
export type RoleCatalogue = ReadonlyMap<string, readonly Permission[]>;

/** The roles that hold unless the organization has its own (decisions §2). */
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

/** A team on the way from an owning team up to its root, with the roles that its members hold. */
export type TeamOnPath = {
  id: string;
  members: readonly { emailAddress: string; role: string }[];
  /** Roles of the organization, where it has its own. */
  roles?: RoleCatalogue | undefined;
};

/** Whether the key's scope allows any change at all, whatever its object. */
export function mayWrite(principal: Principal): boolean {
  return !principal.scope.endsWith('_read');
}

/**
 * Whether the principal acts for the whole organization, whatever is owned by whom: its keys, and those of its Owners;
 * to change something, no reading ones.
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

/** By which rule a permission is held or missing. */
export type PermissionRule =
  | 'organization'
  | 'team'
  | 'role'
  | 'reading-key'
  | 'no-owner'
  | 'other-team'
  | 'role-lacks-it'
  | 'no-member'
  | 'own-access';

/** Whether a permission is held, why, and through which team and role. */
export type Verdict = {
  allowed: boolean;
  rule: PermissionRule;
  teamId?: string | undefined;
  role?: string | undefined;
};

/**
 * Judges whether the principal holds a permission on something owned by the first team of `path`; roles are
 * inherited down the team tree. Without an owner only who acts for the organization may. A team key acts as an
 * Owner of its team.
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

/** Whether the principal holds a permission on something owned by the first team of `path` (`judgePermission`). */
export function can(
  principal: Principal,
  permission: Permission,
  path: readonly TeamOnPath[],
): boolean {
  return judgePermission(principal, permission, path).allowed;
}
