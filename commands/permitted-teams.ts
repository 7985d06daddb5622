import type { Db } from '../db/connect.ts';
import { findSettingsDocument } from '../db/tables/organizations/settings-documents.ts';
import { listTeamsBelow, listTeamsOfPerson } from '../db/views/organizations/teams-of-person.ts';
import type { TeamOfPerson } from '../db/views/organizations/teams-of-person.ts';
import {
  actsForOrganization,
  builtInRoles,
  mayWrite,
} from '../domain/organizations/permissions.ts';
import type { Permission, RoleCatalogue } from '../domain/organizations/permissions.ts';
import { rolesOfDocument } from '../domain/organizations/team-roles.ts';
import type { Principal } from '../domain/principal.ts';

/** The roles of a person in teams, and what each role may do in the organization. */
export type HeldRoles = { teams: readonly TeamOfPerson[]; roles: RoleCatalogue };

/** Reads the roles of the person of a principal; a principal without a person has none. */
export async function listHeldRoles(
  db: Db,
  { organizationId, email }: Principal,
): Promise<HeldRoles> {
  if (email === undefined) return { teams: [], roles: builtInRoles };
  const [teams, settings] = await Promise.all([
    listTeamsOfPerson(db, organizationId, email.toLowerCase()),
    findSettingsDocument(db, { organizationId, name: 'team-roles' }),
  ]);
  return { teams, roles: settings ? rolesOfDocument(settings.body) : builtInRoles };
}

/**
 * Ids of the teams on which the principal holds the permission, by the rules of `judgePermission`: teams of its roles, the team of
 * its key, and all teams below them. Undefined for a principal that holds it on everything.
 */
export async function listPermittedTeams(
  db: Db,
  principal: Principal,
  permission: Permission,
  { teams, roles }: HeldRoles,
): Promise<readonly string[] | undefined> {
  if (actsForOrganization(principal, 'change')) return undefined;
  if (!mayWrite(principal)) return [];
  const held =
    principal.scope === 'user'
      ? teams.filter(({ role }) => roles.get(role)?.includes(permission)).map(({ id }) => id)
      : [principal.teamId ?? ''];
  return held.length === 0 ? [] : listTeamsBelow(db, principal.organizationId, held);
}
