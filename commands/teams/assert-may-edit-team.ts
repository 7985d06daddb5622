import type { Db } from '../../db/connect.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization, can } from '../../domain/organizations/permissions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { getTeamPath } from './get-team-path.ts';

/** Refuses with `not_found` an unknown team, and with `permission_denied` keys without TEAM_EDIT on it. */
export async function assertMayEditTeam(
  db: Db,
  principal: Principal,
  teamId: string,
): Promise<void> {
  const path = await getTeamPath(db, principal.organizationId, teamId);
  if (!can(principal, 'TEAM_EDIT', path)) {
    refuse('permission_denied', `This key lacks the permission TEAM_EDIT on team '${teamId}'.`);
  }
}

/**
 * Refuses with `not_found` an unknown team, and with `permission_denied` callers who may neither do this on the team nor read the whole
 * organization.
 */
export async function assertMayOnTeam(
  db: Db,
  principal: Principal,
  { action, teamId }: { action: Permission; teamId: string },
): Promise<void> {
  const path = await getTeamPath(db, principal.organizationId, teamId);
  if (actsForOrganization(principal, 'look') || can(principal, action, path)) return;
  refuse('permission_denied', `You lack the permission ${action} on team '${teamId}'.`);
}
