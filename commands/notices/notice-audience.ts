import type { Db } from '../../db/connect.ts';
import { listOwners } from '../../db/tables/organizations/organization-members.ts';
import { listTeamPath } from '../../db/views/documents/team-path.ts';
import type { NoticeRecipient } from '../../domain/notices/notice.ts';
import { organizationRecipient, personReader, teamRecipient } from '../../domain/notices/reader.ts';
import { can } from '../../domain/organizations/permissions.ts';
import type { Permission } from '../../domain/organizations/permissions.ts';
import type { OrganizationId } from '../../domain/principal.ts';

const ofTeam = (recipient: string): NoticeRecipient => ({ recipient, reason: 'team' });
const decider = (recipient: string): NoticeRecipient => ({ recipient, reason: 'decide' });

/** The direct members of a team, its keys and the keys of the organization; none without a team. */
export async function listTeamAudience(
  db: Db,
  organizationId: OrganizationId,
  teamId: string | null,
): Promise<NoticeRecipient[]> {
  if (teamId === null) return [];
  const [team] = await listTeamPath(db, organizationId, teamId);
  const people = addressesOf(team?.members ?? []).map(personReader);
  return [...people, teamRecipient(teamId), organizationRecipient].map(ofTeam);
}

/**
 * Everyone who holds the permission on what a team owns, which is to approve requests unless another is given; if none of its people may, the Owners of the organization. The keys
 * of these teams and of the organization are included.
 */
export async function listDeciders(
  db: Db,
  organizationId: OrganizationId,
  teamId: string | null,
  permission: Permission = 'ACCESS_APPROVE',
): Promise<NoticeRecipient[]> {
  const path = teamId === null ? [] : await listTeamPath(db, organizationId, teamId);
  const people = addressesOf(path.flatMap(({ members }) => members)).filter((email) => {
    const person = { organizationId, name: '', scope: 'user', teamId: undefined, email } as const;
    return can(person, permission, path);
  });
  const addresses = people.length > 0 ? people : await listOwners(db, organizationId);
  const keys = [...path.map(({ id }) => teamRecipient(id)), organizationRecipient];
  return [...addresses.map(personReader), ...keys].map(decider);
}

function addressesOf(members: readonly { emailAddress: string }[]): string[] {
  const addresses = members.map(({ emailAddress }) => emailAddress.trim().toLowerCase());
  return [...new Set(addresses.filter((address) => address !== ''))];
}
