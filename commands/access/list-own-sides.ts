import type { Db } from '../../db/connect.ts';
import type { AccessFilter } from '../../db/views/access/list.ts';
import { consumingPerson } from '../../db/views/access/list.ts';
import { listTeamsBelow } from '../../db/views/documents/team-tree.ts';
import { findRoleCatalogue, listTeamsOfPerson } from '../../db/views/documents/teams-of-person.ts';
import { actsForOrganization, mayWrite } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

/** The accesses of a caller: those that it uses, those that it provides, and the requests that it may decide. */
export const ownSides = ['consumer', 'provider', 'decide'] as const;
export type OwnSide = (typeof ownSides)[number];

/**
 * The filter of the caller's accesses. A person uses and provides with the teams in which they are a member; requests are decided
 * for these and the teams below them, as permissions are inherited. Keys of the organization see all.
 */
export async function filterOwnAccess(
  db: Db,
  principal: Principal,
  side: OwnSide,
): Promise<Pick<AccessFilter, 'consumers' | 'providers'>> {
  if (side === 'decide') return { providers: await listDecidableTeams(db, principal) };
  const { scope, email } = principal;
  if (scope === 'organization' || scope === 'organization_read') return {};
  const teams = await listOwnTeams(db, principal);
  if (side === 'provider') return { providers: teams };
  return { consumers: email === undefined ? teams : [...teams, consumingPerson(email)] };
}

async function listOwnTeams(
  db: Db,
  { organizationId, teamId, email }: Principal,
): Promise<string[]> {
  if (teamId !== undefined) return [teamId];
  if (email === undefined) return [];
  return (await listTeamsOfPerson(db, organizationId, email)).map((each) => each.teamId);
}

/** Teams on which the caller holds ACCESS_APPROVE, as `judgePermission` would answer; undefined: all. */
async function listDecidableTeams(db: Db, principal: Principal): Promise<string[] | undefined> {
  if (actsForOrganization(principal, 'change')) return undefined;
  if (!mayWrite(principal)) return [];
  const { organizationId, teamId, email } = principal;
  if (teamId !== undefined) return listTeamsBelow(db, organizationId, [teamId]);
  if (email === undefined) return [];
  const roles = await findRoleCatalogue(db, organizationId);
  const deciding = (await listTeamsOfPerson(db, organizationId, email)).filter(({ role }) =>
    roles.get(role ?? '')?.includes('ACCESS_APPROVE'),
  );
  const ids = deciding.map((each) => each.teamId);
  return ids.length === 0 ? [] : listTeamsBelow(db, organizationId, ids);
}
