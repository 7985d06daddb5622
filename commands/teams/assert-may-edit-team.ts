import type { Db } from '../../db/connect.ts';
import { listTeamPath } from '../../db/views/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import { can } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/** Refuses with `not_found` an unknown team, and with `permission_denied` keys without TEAM_EDIT on it. */
export async function assertMayEditTeam(
  db: Db,
  principal: Principal,
  teamId: string,
): Promise<void> {
  const path = await listTeamPath(db, principal.organizationId, teamId);
  if (path.length === 0) refuseUnknownTeam(teamId);
  if (!can(principal, 'TEAM_EDIT', path)) {
    refuse('permission_denied', `This key lacks the permission TEAM_EDIT on team '${teamId}'.`);
  }
}

/** Refuses because there is no such team. */
export function refuseUnknownTeam(teamId: string): never {
  return refuse('not_found', `There is no team with the id '${teamId}'.`);
}
