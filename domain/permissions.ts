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

/** What each built-in role may do (decisions §2); roles that are not listed may do nothing. */
export const roleMatrix: Readonly<Record<string, readonly Permission[]>> = {
  Owner: permissions,
  Approver: startingWith('RESOURCES_', 'ACCESS_', 'CHANGE_REQUEST_'),
  Editor: [
    'RESOURCES_ADD',
    'RESOURCES_EDIT',
    'ACCESS_REQUEST',
    'ACCESS_EDIT',
    'CHANGE_REQUEST_SUBMIT',
  ],
  Steward: ['RESOURCES_EDIT', ...startingWith('CHANGE_REQUEST_')],
  Member: ['ACCESS_REQUEST', 'CHANGE_REQUEST_SUBMIT'],
};

/** A team on the way from an owning team up to its root, with the roles that its members hold. */
export type TeamOnPath = { id: string; members: readonly { emailAddress: string; role: string }[] };

/** Whether the key's scope allows any change at all, whatever its object. */
export function mayWrite(principal: Principal): boolean {
  return !principal.scope.endsWith('_read');
}

/** Whether the key may look after the installation: only those of the whole organization, and to change, no reading one. */
export function mayOperate(principal: Principal, how: 'look' | 'change'): boolean {
  const { scope } = principal;
  return scope === 'organization' || (how === 'look' && scope === 'organization_read');
}

/**
 * Whether the principal holds a permission on something owned by the first team of `path`; roles are
 * inherited down the team tree. Without an owner only organization keys may. A team key acts as an Owner of
 * its team.
 */
export function can(
  principal: Principal,
  permission: Permission,
  path: readonly TeamOnPath[],
): boolean {
  switch (principal.scope) {
    case 'organization':
      return true;
    case 'team':
      return path.some((team) => team.id === principal.teamId);
    case 'user':
      return path.some((team) => holdsByRole(principal.email, permission, team));
    case 'organization_read':
    case 'team_read':
    case 'user_read':
      return false;
  }
}

function holdsByRole(email: string | undefined, permission: Permission, team: TeamOnPath): boolean {
  if (!email) return false;
  return team.members.some(
    (member) =>
      member.emailAddress.toLowerCase() === email.toLowerCase() &&
      (roleMatrix[member.role]?.includes(permission) ?? false),
  );
}
