import type { Db } from '../db/connect.ts';
import { listTeamsBelow } from '../db/views/organizations/teams-of-person.ts';
import type { Permission } from '../domain/organizations/permissions.ts';
import type { Principal } from '../domain/principal.ts';
import { listHeldRoles, listPermittedTeams } from './permitted-teams.ts';

/** Teams for which the caller acts; undefined for a caller that acts for all. */
export type ActingTeams = readonly string[] | undefined;

/** Reads for which teams the principal acts, by permission; with `within` only those at or below this team. */
export async function readActingTeams(
  db: Db,
  principal: Principal,
  within: string | undefined,
): Promise<(permission: Permission) => Promise<ActingTeams>> {
  const { organizationId } = principal;
  const [held, chosen] = await Promise.all([
    listHeldRoles(db, principal),
    within === undefined ? undefined : listTeamsBelow(db, organizationId, [within]),
  ]);
  return async (permission) => {
    const teams = await listPermittedTeams(db, principal, permission, held);
    if (chosen === undefined) return teams;
    return teams === undefined ? chosen : chosen.filter((id) => teams.includes(id));
  };
}
