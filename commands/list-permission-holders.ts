import type { Db } from '../db/connect.ts';
import { listOrganizationOwners } from '../db/tables/organizations/organization-members.ts';
import { listDeprovisioned } from '../db/tables/scim/resources.ts';
import { listTeamPath } from '../db/views/documents/team-path.ts';
import { listTeamNames } from '../db/views/documents/team-tree.ts';
import { judgedAction } from '../domain/organizations/judged-action.ts';
import { builtInRoles } from '../domain/organizations/permissions.ts';
import type { Permission, TeamOnPath } from '../domain/organizations/permissions.ts';
import type { OrganizationId, Principal } from '../domain/principal.ts';
import { findOwners } from './explain-permission.ts';
import type { Owners } from './explain-permission.ts';

/** A person with a permission, and the rule that gives it; roles are those of a team. */
export type PermissionHolder = {
  emailAddress: string;
  rule: 'role' | 'organization' | 'own-access';
  role?: string;
  teamId?: string;
  teamName?: string | undefined;
};

/** The people and teams with a permission; `more` is true if there are more people. */
export type PermissionHolders = {
  people: PermissionHolder[];
  more: boolean;
  /** The owning teams and those above them, nearest first: their keys have the permission, too. */
  teams: { id: string; name: string | undefined }[];
};

const maxPeople = 100;

/**
 * Lists who has a permission on a resource, by the rules of `judgePermission`: the team's people nearest to the resource first,
 * Owners of the organization last. People who are switched off have none. Refuses with `not_found` an unknown resource.
 */
export async function listPermissionHolders(
  db: Db,
  question: { action: Permission; resource: string; principal: Principal },
): Promise<PermissionHolders> {
  const { action, principal } = question;
  const ownersOf = await findOwners(db, question);
  const judged = judgedAction(action, question.resource);
  return listHolders(db, principal.organizationId, judged, ownersOf(action));
}

/** The same for a resource whose owners are known. */
export async function listHolders(
  db: Db,
  organizationId: OrganizationId,
  action: Permission,
  { owners, consumerUserId }: Owners,
): Promise<PermissionHolders> {
  const teamIds = owners.filter((id) => id !== undefined);
  const paths = await Promise.all(teamIds.map((id) => listTeamPath(db, organizationId, id)));
  const names = await listTeamNames(
    db,
    organizationId,
    paths.flatMap((path) => path.map(({ id }) => id)),
  );
  const organizationOwners = await listOrganizationOwners(db, organizationId, maxPeople + 1);
  const found = onePerAddress([
    ...ownAccess(consumerUserId),
    ...paths.flatMap((path) => holdersOnPath(path, action, names)),
    ...organizationOwners.map((emailAddress) => ({ emailAddress, rule: 'organization' as const })),
  ]);
  const addresses = found.map(({ emailAddress }) => emailAddress.toLowerCase());
  const off = new Set(await listDeprovisioned(db, organizationId, addresses));
  const people = found.filter(({ emailAddress }) => !off.has(emailAddress.toLowerCase()));
  return {
    people: people.slice(0, maxPeople),
    more: people.length > maxPeople,
    teams: [...names].map(([id, name]) => ({ id, name })),
  };
}

function ownAccess(emailAddress: string | undefined): PermissionHolder[] {
  return emailAddress === undefined ? [] : [{ emailAddress, rule: 'own-access' }];
}

function holdersOnPath(
  path: readonly TeamOnPath[],
  action: Permission,
  names: ReadonlyMap<string, string | undefined>,
): PermissionHolder[] {
  return path.flatMap(({ id: teamId, members, roles = builtInRoles }) =>
    members
      .filter(({ role, emailAddress }) => emailAddress && roles.get(role)?.includes(action))
      .map(({ emailAddress, role }) => {
        const teamName = names.get(teamId);
        return { emailAddress, rule: 'role' as const, role, teamId, teamName };
      }),
  );
}

function onePerAddress(people: readonly PermissionHolder[]): PermissionHolder[] {
  const first = new Map<string, PermissionHolder>();
  for (const person of people) {
    const address = person.emailAddress.toLowerCase();
    if (!first.has(address)) first.set(address, person);
  }
  return [...first.values()];
}
