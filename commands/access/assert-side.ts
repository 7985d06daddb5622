import type { Db } from '../../db/connect.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import type { AccessParties } from '../../domain/access/access.ts';
import { refuse } from '../../domain/errors.ts';
import { actsForOrganization, can, mayWrite } from '../../domain/organizations/permissions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';

type Sides = Pick<AccessParties, 'providerTeamId' | 'consumerTeamId' | 'consumerUserId'>;

/** Permissions of the providing and of the consuming side; holding one of them is enough. */
export type NeededOnSides = {
  provider?: readonly Permission[];
  consumer?: readonly Permission[];
};

/** True if the principal holds one of the permissions on its side. A person is the consuming side of their own access. */
export async function holdsOnSide(
  db: Db,
  principal: Principal,
  sides: Sides,
  { provider = [], consumer = [] }: NeededOnSides,
): Promise<boolean> {
  if (actsForOrganization(principal, 'change')) return true;
  if (!mayWrite(principal)) return false;
  if (consumer.length > 0 && isConsumer(principal, sides)) return true;
  return (
    (await holdsOnTeam(db, principal, provider, sides.providerTeamId)) ||
    (await holdsOnTeam(db, principal, consumer, sides.consumerTeamId))
  );
}

/** True if the access belongs to this person. */
export function isConsumer(
  { scope, email }: Principal,
  { consumerUserId }: Pick<Sides, 'consumerUserId'>,
): boolean {
  return (
    scope === 'user' && email !== undefined && consumerUserId?.toLowerCase() === email.toLowerCase()
  );
}

async function holdsOnTeam(
  db: Db,
  principal: Principal,
  permissions: readonly Permission[],
  teamId: string | undefined,
): Promise<boolean> {
  if (teamId === undefined || permissions.length === 0) return false;
  const path = await listTeamPath(db, principal.organizationId, teamId);
  return permissions.some((permission) => can(principal, permission, path));
}

/** Refuses with `permission_denied` unless the principal holds one of the permissions on its side. */
export async function assertOnSide(
  db: Db,
  principal: Principal,
  sides: Sides,
  needed: NeededOnSides,
): Promise<void> {
  if (await holdsOnSide(db, principal, sides, needed)) return;
  const wanted = [
    ...describe(needed.provider, 'providing', sides.providerTeamId),
    ...describe(needed.consumer, 'consuming', sides.consumerTeamId),
  ];
  refuse('permission_denied', `This key needs ${wanted.join(', or ')}.`);
}

function describe(
  permissions: readonly Permission[] = [],
  side: string,
  teamId: string | undefined,
): string[] {
  if (permissions.length === 0) return [];
  const whose = teamId === undefined ? `the ${side} side` : `the ${side} team '${teamId}'`;
  return [`the permission ${permissions.join(' or ')} on ${whose}`];
}
