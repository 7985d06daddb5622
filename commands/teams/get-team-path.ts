import type { Db } from '../../db/connect.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import { refuse } from '../../domain/errors.ts';
import type { TeamOnPath } from '../../domain/organizations/permissions.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** The team and the teams above it, on which permissions are checked. Refuses with `not_found`. */
export async function getTeamPath(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
): Promise<TeamOnPath[]> {
  const path = await listTeamPath(db, organizationId, teamId);
  return path.length > 0 ? path : refuseUnknownTeam(teamId);
}

/** Refuses with `not_found`. */
function refuseUnknownTeam(teamId: string): never {
  return refuse('not_found', `There is no team with the id '${teamId}'.`);
}
