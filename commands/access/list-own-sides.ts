import type { Db } from '../../db/connect.ts';
import type { AccessFilter } from '../../db/views/access/list.ts';
import { consumingPerson } from '../../db/views/access/list.ts';
import { isOperator } from '../../domain/organizations/people.ts';
import type { Principal } from '../../domain/principal.ts';
import { listHeldRoles, listPermittedTeams } from '../permitted-teams.ts';

/** The accesses of a caller: those that it uses, those that it provides, and the requests that it may decide. */
export const ownSides = ['consumer', 'provider', 'decide'] as const;
export type OwnSide = (typeof ownSides)[number];

/**
 * The filter of the caller's accesses. A person uses and provides with the teams in which they are a member; requests are decided
 * for these and the teams below them, as permissions are inherited. Keys of the organization and the local administrator see all.
 */
export async function filterOwnAccess(
  db: Db,
  principal: Principal,
  side: OwnSide,
): Promise<Pick<AccessFilter, 'consumers' | 'providers'>> {
  const { teamId, email } = principal;
  if (side !== 'decide' && isOperator(principal)) return {};
  const held = await listHeldRoles(db, principal);
  if (side === 'decide') {
    return { providers: await listPermittedTeams(db, principal, 'ACCESS_APPROVE', held) };
  }
  const teams = teamId === undefined ? held.teams.map(({ id }) => id) : [teamId];
  if (side === 'provider') return { providers: teams };
  return { consumers: email === undefined ? teams : [...teams, consumingPerson(email)] };
}
