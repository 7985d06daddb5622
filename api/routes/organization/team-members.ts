import { changeTeamMember, getTeamMember } from '../../../commands/members/change-team-member.ts';
import { inviteTeamMember } from '../../../commands/members/invite-team-member.ts';
import { assertKnownRole } from '../../../commands/teams/list-team-roles.ts';
import { transact } from '../../../db/transact.ts';
import { checkEmailAddress } from '../../../domain/organizations/members.ts';
import { memberTag } from '../../../domain/organizations/team-members.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import { preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { presentWithText, readNotification } from '../../present/notification.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { notificationTextSchema } from '../../schemas/organization/notifications.ts';
import {
  teamMemberSchema,
  teamMemberWriteSchema,
} from '../../schemas/organization/team-members.ts';

const write = {
  actions: ['TEAM_MEMBER_ADD', 'TEAM_MEMBER_EDIT', 'TEAM_MEMBER_DELETE'],
  on: 'owner',
} as const;

const memberRoutes = collection(
  {
    path: '/api/teams/:id/members/:emailAddress',
    noun: 'member',
    named: 'team member',
    tag: 'teams',
    schema: teamMemberSchema,
  },
  {
    get: {
      sends: ['etag'],
      summary:
        'Get the entry of a person in a team, with an entity tag for the write of this entry',
      handle: async ({ params, principal, services }) => {
        const teamId = checkDocumentId(params.id);
        const email = checkEmailAddress(params.emailAddress);
        const member = await getTeamMember(services.database, { teamId, email, principal });
        return { status: 200, headers: { etag: `"${memberTag(member)}"` }, json: member };
      },
    },
    put: {
      takes: preconditionHeaders,
      sends: ['etag'],
      summary:
        'Add a person to a team or replace their entry; other members, whom somebody else may be changing, stay as they are',
      permission: write,
      body: { schema: teamMemberWriteSchema, limitBytes: 10_000 },
      handle: async ({ params, body, header, principal, requestId, now, services }) => {
        const teamId = checkDocumentId(params.id);
        const email = checkEmailAddress(params.emailAddress);
        const { document } = await parseObject(body);
        const given = assertValid(teamMemberWriteSchema, document, 'invalid_body');
        const entry = { role: given.role ?? undefined, name: given.name ?? undefined };
        const { database } = services;
        await assertKnownRole(database.knex, principal.organizationId, entry.role);
        const preconditions = readPreconditions(header);
        const change = { teamId, email, entry, preconditions, principal, requestId, now };
        const tag = await changeTeamMember(database, change);
        database.signals.send('events_recorded');
        return { status: 200, headers: { etag: tag && `"${tag}"` } };
      },
    },
    delete: {
      takes: preconditionHeaders,
      summary: 'Remove a person from a team; their roles in teams above it stay',
      permission: write,
      handle: async ({ params, header, principal, requestId, now, services }) => {
        const teamId = checkDocumentId(params.id);
        const email = checkEmailAddress(params.emailAddress);
        const preconditions = readPreconditions(header);
        const change = { teamId, email, entry: null, preconditions, principal, requestId, now };
        await changeTeamMember(services.database, change);
        services.database.signals.send('events_recorded');
        return { status: 200 };
      },
    },
  },
);

const inviteRoute = defineRoute({
  method: 'POST',
  path: '/api/teams/:id/members/:emailAddress/invite',
  name: 'inviteTeamMember',
  refuses: ['too_many_requests'],
  summary: 'Send a member of a team a mail that leads to the sign-in; they need no account before',
  tag: 'teams',
  permission: { actions: ['TEAM_MEMBER_ADD'], on: 'owner' },
  body: { required: false },
  answers: { 202: { description: 'The mail is due now', schema: notificationTextSchema } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const { database, settings } = services;
    const teamId = checkDocumentId(params.id);
    const email = checkEmailAddress(params.emailAddress);
    const { publicUrl } = settings;
    const invite = { teamId, email, publicUrl, principal, requestId, now };
    const sent = await transact(database, async (tx) => {
      const id = await inviteTeamMember(tx, invite);
      return readNotification(tx, principal.organizationId, id);
    });
    const location = `/api/notifications/${sent.id}`;
    const json = await presentWithText(database.knex, principal.organizationId, sent);
    return { status: 202, headers: { location }, json };
  },
});

/** The people of one team, each by itself, and their invitation. */
export const teamMemberRoutes: readonly Route[] = [...memberRoutes, inviteRoute];
