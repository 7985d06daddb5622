import type { Db } from '../../db/connect.ts';
import { refuse } from '../../domain/errors.ts';
import { can } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { getTeamPath } from '../teams/get-team-path.ts';

/**
 * Refuses with `not_found` an unknown team, and with `permission_denied` keys without INGESTION_EDIT on the team, like
 * integrations.
 */
export async function assertMayConnect(
  db: Db,
  principal: Principal,
  teamId: string,
): Promise<void> {
  const path = await getTeamPath(db, principal.organizationId, teamId);
  if (!can(principal, 'INGESTION_EDIT', path)) {
    refuse(
      'permission_denied',
      `This key lacks the permission INGESTION_EDIT on team '${teamId}'.`,
    );
  }
}
