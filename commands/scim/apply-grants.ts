import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  findOrganizationRole,
  listOrganizationOwners,
  upsertOrganizationMember,
} from '../../db/tables/organizations/organization-members.ts';
import { deleteScimGrants, upsertScimGrants } from '../../db/tables/scim/grants.ts';
import type { ScimGrant } from '../../db/tables/scim/grants.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import { listGrantChanges } from '../../db/views/scim/grant-changes.ts';
import type { GrantChange } from '../../db/views/scim/grant-changes.ts';
import { findOrganizationMember } from '../../db/views/organizations/organization-members.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationRole } from '../../domain/organizations/members.ts';
import type { MemberChange } from '../../domain/organizations/team-members.ts';
import { maxGrantChanges } from '../../domain/scim/mapping.ts';
import type { ScimCause } from './cause.ts';
import { changeTeamMembers } from './change-team-members.ts';
import { deprovisionPerson } from './deprovision-person.ts';
import type { Deprovisioned } from './deprovision-person.ts';
import { readGroupRoles } from './read-group-roles.ts';

/** What a change of users, groups or the mapping did to the rights of people. */
export type AppliedGrants = { changes: GrantChange[]; deprovisioned: Deprovisioned[] };

/** The people whose rights a write may change. */
export type Affected = {
  /** Undefined: all users. */
  userIds?: readonly string[];
  /** Address of a person who is switched off by the write and may have rights that no group gave. */
  endedEmail?: string | undefined;
};

type TeamChanges = Map<string, Map<string, MemberChange['entry']>>;

/**
 * Gives these users the roles of their groups, takes away roles that their groups no longer give, and ends the rights of the person who
 * is switched off. The caller has locked the organization. Refuses with `limit_reached` if there are too many changes, and with
 * `invalid_transition` if the organization would lose its last Owner.
 */
export async function applyGrants(
  tx: Tx,
  { userIds, endedEmail }: Affected,
  cause: ScimCause,
): Promise<AppliedGrants> {
  const { organizationId } = cause.principal;
  const roles = await readGroupRoles(tx, organizationId);
  const asked = { roles, ...(userIds && { userIds }), limit: maxGrantChanges };
  const { changes, total } = await listGrantChanges(tx, organizationId, asked);
  if (total > maxGrantChanges) {
    refuse(
      'limit_reached',
      `This changes ${total} memberships, and one request may change ${maxGrantChanges}: change the mapping, or the members of groups, in steps.`,
    );
  }
  if (changes.length === 0 && endedEmail === undefined) return { changes, deprovisioned: [] };
  const [owner] = await listOrganizationOwners(tx, organizationId, 1);
  const teams: TeamChanges = new Map();
  for (const change of changes) noteTeam(teams, change);
  const ended = endedEmail === undefined ? [] : [endedEmail];
  const deprovisioned = await applyToOrganization(tx, { changes, ended }, teams, cause);
  for (const [teamId, entries] of [...teams].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    const members = [...entries].map(([email, entry]) => ({ email, entry }));
    await changeTeamMembers(tx, { teamId, changes: members }, cause);
  }
  await storeGrants(tx, changes, cause);
  if (owner !== undefined) await assertOwnerStays(tx, cause);
  signalAfterCommit(tx, 'keys_changed');
  return { changes, deprovisioned };
}

/** An address that takes a role in the same step keeps its entry. */
function noteTeam(teams: TeamChanges, change: GrantChange): void {
  const { teamId, email, role, formerEmail } = change;
  if (teamId === '') return;
  const entries = teams.get(teamId) ?? new Map<string, MemberChange['entry']>();
  teams.set(teamId, entries);
  if (formerEmail !== null && !entries.has(formerEmail)) entries.set(formerEmail, null);
  if (email !== null && role !== null) entries.set(email, { role });
}

async function applyToOrganization(
  tx: Tx,
  { changes, ended }: { changes: readonly GrantChange[]; ended: readonly string[] },
  teams: TeamChanges,
  cause: ScimCause,
): Promise<Deprovisioned[]> {
  const ofOrganization = changes.filter(({ teamId }) => teamId === '');
  const taken = new Set(ofOrganization.map(({ email }) => email));
  const deprovisioned: Deprovisioned[] = [];
  const lost = ofOrganization.flatMap(({ email, formerEmail }) =>
    formerEmail === null || formerEmail === email ? [] : [formerEmail],
  );
  for (const formerEmail of new Set([...lost, ...ended])) {
    if (taken.has(formerEmail)) continue;
    const { teamIds, ...person } = await deprovisionPerson(tx, formerEmail, cause);
    deprovisioned.push(person);
    for (const teamId of teamIds) {
      const entries = teams.get(teamId) ?? new Map<string, MemberChange['entry']>();
      teams.set(teamId, entries.set(formerEmail, null));
    }
  }
  for (const change of ofOrganization) await giveRole(tx, change, cause);
  return deprovisioned;
}

/** A person who was an Owner before SCIM knew them stays so. */
async function giveRole(
  tx: Tx,
  { email, role, formerEmail, formerRole }: GrantChange,
  { principal, requestId, now }: ScimCause,
): Promise<void> {
  if (email === null || role === null) return;
  const { organizationId, name } = principal;
  const key = { organizationId, email };
  const stored = await findOrganizationRole(tx, key);
  const isLoss = formerEmail === email && formerRole === 'Owner';
  if (stored === role || (stored === 'Owner' && !isLoss)) return;
  const custom =
    (stored && (await findOrganizationMember(tx, organizationId, email))?.custom) ?? {};
  const member = { role: role as OrganizationRole, custom, principal: name, now };
  await upsertOrganizationMember(tx, key, member);
  await recordEvent(tx, {
    organizationId,
    type: 'OrganizationMemberUpdated',
    subjectKind: 'organization-member',
    subjectId: email,
    principal: name,
    requestId,
    public: false,
    data: { role },
    now,
  });
}

async function storeGrants(
  tx: Tx,
  changes: readonly GrantChange[],
  { principal: { organizationId } }: ScimCause,
): Promise<void> {
  const given = changes.filter((each): each is GrantChange & ScimGrant => each.role !== null);
  await upsertScimGrants(tx, organizationId, given);
  const taken = changes.filter(({ role }) => role === null);
  await deleteScimGrants(tx, organizationId, taken);
}

async function assertOwnerStays(tx: Tx, { principal }: ScimCause): Promise<void> {
  const owners = await listOrganizationOwners(tx, principal.organizationId, 1);
  if (owners.length > 0) return;
  refuse(
    'invalid_transition',
    'The organization would lose its last Owner: make another person an Owner first.',
  );
}
