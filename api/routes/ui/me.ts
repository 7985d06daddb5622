import type { Static } from '@sinclair/typebox';
import { listHeldRoles, listPermittedTeams } from '../../../commands/permitted-teams.ts';
import type { HeldRoles } from '../../../commands/permitted-teams.ts';
import { checkSession } from '../../../commands/sessions/check-session.ts';
import { findLastEventId } from '../../../db/tables/feed/events.ts';
import { findDocumentFacts } from '../../../db/views/documents/facts.ts';
import { getOrganizationProfile } from '../../../db/tables/organizations/organizations.ts';
import { findContactOfPerson } from '../../../db/tables/messaging/contacts.ts';
import { countUnreadNotices } from '../../../db/tables/notices/notices.ts';
import { countAccess } from '../../../db/views/access/list.ts';
import { countUnreadMessages } from '../../../db/views/messaging/page-conversations.ts';
import { countProposedChanges, countWaitingChanges } from '../../../db/views/todo/changes.ts';
import { listOrganizationsOfPerson } from '../../../db/views/organizations/organizations-of-person.ts';
import { personIdOf } from '../../../domain/messaging/person-contact.ts';
import { actsForOrganization, mayWrite } from '../../../domain/organizations/permissions.ts';
import type { Permission } from '../../../domain/organizations/permissions.ts';
import { readerOf } from '../../../domain/notices/reader.ts';
import type { Principal } from '../../../domain/principal.ts';
import { readSessionCookie } from '../../auth/session-cookie.ts';
import { readNeeds } from '../../ops/read-needs.ts';
import { workScopeOf } from '../../ops/operator-scope.ts';
import { noticesOf } from '../../present/notice.ts';
import { nameOfPrincipal, shownEmail } from '../../present/ui-session.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { meSchema } from '../../schemas/ui/me.ts';
import { maxCount } from '../../schemas/ui/notices.ts';
import type { Services } from '../../services.ts';
import { readFeatures } from '../organization/read-features.ts';

type Me = Static<typeof meSchema>;

async function readOrganizations({ database: { knex } }: Services, principal: Principal) {
  const { organizationId: id, email, name } = principal;
  const { name: shown, vanity } = await getOrganizationProfile(knex, id);
  const organization = { id, name: shown, vanity };
  const isPerson = name.startsWith('user:') && email !== undefined;
  const own = isPerson ? await listOrganizationsOfPerson(knex, email) : [];
  const isListed = own.some((each) => each.id === id);
  return { organization, organizations: isListed ? own : [organization, ...own] };
}

/** A team key acts as an Owner of its team. */
async function teamsOf(
  { database: { knex } }: Services,
  { organizationId, teamId }: Principal,
  { teams }: HeldRoles,
): Promise<Me['teams']> {
  if (teamId === undefined) return [...teams];
  const team = await findDocumentFacts(knex, { organizationId, kind: 'team', id: teamId });
  return team ? [{ id: teamId, name: team.name, role: 'Owner' }] : [];
}

const publishing: readonly Permission[] = [
  'RESOURCES_ADD',
  'RESOURCES_EDIT',
  'ACCESS_APPROVE',
  'CHANGE_REQUEST_APPROVE',
];

function mayPublish(principal: Principal, { teams, roles }: HeldRoles): boolean {
  if (!mayWrite(principal)) return false;
  if (principal.scope !== 'user') return true;
  const held = teams.flatMap(({ role }) => roles.get(role) ?? []);
  return principal.isOwner === true || held.some((permission) => publishing.includes(permission));
}

async function mayOf(services: Services, principal: Principal, held: HeldRoles) {
  const operate = actsForOrganization(principal, 'look');
  const scope = await workScopeOf(services.database.knex, principal);
  return {
    publish: mayPublish(principal, held),
    operate,
    operateInstallation: operate && scope.withInstallation,
    develop: true,
    organization: actsForOrganization(principal, 'change'),
  };
}

/** Open requests of these teams; without teams those of the organization. */
const openRequestsOf = (providers: readonly string[] | undefined) => ({
  states: ['requested'],
  providers,
});

/** Unread messages of the person; null for keys, and for people who have not written or got a message yet. */
async function countMessages({ database: { knex } }: Services, principal: Principal) {
  const { organizationId } = principal;
  const personId = personIdOf(principal);
  if (personId === undefined) return null;
  const contact = await findContactOfPerson(knex, organizationId, personId);
  if (!contact) return null;
  return (await countUnreadMessages(knex, { organizationId, contactId: contact.id })).messages;
}

async function countersOf(services: Services, principal: Principal, held: HeldRoles, now: Date) {
  const { knex } = services.database;
  const teamIds = await listPermittedTeams(knex, principal, 'ACCESS_APPROVE', held);
  const decides = teamIds === undefined || teamIds.length > 0;
  const operates = actsForOrganization(principal, 'look');
  const editing = await listPermittedTeams(knex, principal, 'RESOURCES_EDIT', held);
  const [requests, changes, proposed, operate, notices, messages] = await Promise.all([
    decides ? countAccess(knex, principal.organizationId, openRequestsOf(teamIds)) : 0,
    editing?.length === 0 ? 0 : countWaitingChanges(knex, principal.organizationId, editing),
    countProposedChanges(knex, principal.organizationId, readerOf(principal)),
    operates ? readNeeds(services, principal, now).then(({ needs }) => needs.length) : 0,
    countUnreadNotices(knex, noticesOf(principal), maxCount),
    countMessages(services, principal),
  ]);
  return { inbox: requests + changes, proposed, operate, notices, messages };
}

const meRoute = defineRoute({
  method: 'GET',
  path: '/ui/me',
  name: 'getMe',
  summary:
    'Get what the frame of each page needs about the caller: name, teams, organizations, features, counters, navigation',
  tag: 'web ui',
  access: 'session',
  answers: { 200: { description: 'The caller', schema: meSchema } },
  handle: async ({ header, principal, now, services }) => {
    const { knex } = services.database;
    // Read first, so that a page which follows the feed from here misses no change of the rest.
    const lastEventId = await findLastEventId(knex, principal.organizationId);
    const held = await listHeldRoles(knex, principal);
    const [session, name, teams, organizations, features, counters, may] = await Promise.all([
      checkSession(knex, readSessionCookie(header), now),
      nameOfPrincipal(knex, principal),
      teamsOf(services, principal, held),
      readOrganizations(services, principal),
      readFeatures(services, principal.organizationId),
      countersOf(services, principal, held, now),
      mayOf(services, principal, held),
    ]);
    const json: Me = {
      principal: principal.name,
      name,
      email: shownEmail(principal),
      scope: principal.scope,
      isOwner: principal.isOwner ?? false,
      teams,
      ...organizations,
      features,
      counters,
      lastEventId: lastEventId ?? null,
      may,
      session: { method: session.method, expiresAt: session.expiresAt.toISOString() },
    };
    return { status: 200, json };
  },
});

export const meRoutes: readonly Route[] = [meRoute];
