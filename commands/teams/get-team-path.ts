import type { Db } from '../../db/connect.ts';
import { listTeamPath } from '../../db/views/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import type { TeamOnPath } from '../../domain/permissions.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** The team and those above it, as permissions ask for them. Refuses with `not_found`. */
export async function getTeamPath(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
): Promise<TeamOnPath[]> {
  const path = await listTeamPath(db, organizationId, teamId);
  return path.length > 0 ? path : refuseUnknownTeam(teamId);
}

/** Refuses because there is no such team. */
export function refuseUnknownTeam(teamId: string): never {
  return refuse('not_found', `There is no team with the id '${teamId}'.`);
}
