import { Type } from '@sinclair/typebox';
import { deleteNotificationChannel } from '../../commands/teams/delete-notification-channel.ts';
import { getTeamPath } from '../../commands/teams/get-team-path.ts';
import { putNotificationChannel } from '../../commands/teams/put-notification-channel.ts';
import {
  findNotificationChannel,
  listNotificationChannels,
} from '../../db/tables/notification-channels.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import {
  notificationChannelReadSchema,
  notificationChannelSchema,
} from '../../domain/notification-channel.ts';
import { can } from '../../domain/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import { headerValue } from '../header-values.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { warnUnknown } from '../warn-unknown.ts';

const teamParams = Type.Object({ id: Type.String() });
const params = Type.Object({ id: Type.String(), channelId: Type.String() });
const noQuery = Type.Object({});
const path = '/api/teams/:id/notification-channels/:channelId';
const write = { actions: ['TEAM_EDIT'], on: 'owner' } as const;

/** How channels of the team are shown to this key: as stored, or without what only its editors may know. */
async function presenter(
  { database: { knex } }: Services,
  principal: Principal,
  teamId: string,
): Promise<(body: string) => string> {
  const team = await getTeamPath(knex, principal.organizationId, teamId);
  if (can(principal, 'TEAM_EDIT', team)) return (body) => body;
  return (body) => {
    const { endpoint: _, ...shown } = JSON.parse(body) as Record<string, unknown>;
    return JSON.stringify(shown);
  };
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/teams/:id/notification-channels',
  summary: 'List the notification channels of a team',
  tag: 'teams',
  access: 'key',
  params: teamParams,
  query: noQuery,
  answers: {
    200: { description: 'The channels', schema: Type.Array(notificationChannelReadSchema) },
  },
  handle: async ({ params, principal, services }) => {
    const teamId = checkDocumentId(params.id);
    const present = await presenter(services, principal, teamId);
    const { organizationId } = principal;
    const bodies = await listNotificationChannels(services.database.knex, {
      organizationId,
      teamId,
    });
    return { status: 200, text: `[${bodies.map(present).join(',')}]` };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get a notification channel of a team',
  tag: 'teams',
  access: 'key',
  params,
  query: noQuery,
  answers: { 200: { description: 'The channel', schema: notificationChannelReadSchema } },
  handle: async ({ params, principal, services }) => {
    const teamId = checkDocumentId(params.id);
    const id = checkDocumentId(params.channelId);
    const present = await presenter(services, principal, teamId);
    const key = { organizationId: principal.organizationId, teamId, id };
    const body = await findNotificationChannel(services.database.knex, key);
    if (body === undefined) {
      refuse('not_found', `Team '${teamId}' has no notification channel with the id '${id}'.`);
    }
    return { status: 200, text: present(body) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Create or replace a notification channel of a team',
  tag: 'teams',
  access: 'key',
  permission: write,
  params,
  query: noQuery,
  body: { formats: ['json'], schema: notificationChannelSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const teamId = checkDocumentId(params.id);
    const channelId = checkDocumentId(params.channelId);
    const parsed = await parseDocument(body, channelId);
    const { document } = parsed;
    const put = { teamId, channelId, document, body: parsed.body, principal, requestId, now };
    await putNotificationChannel(services.database, put);
    const page = `${services.settings.publicUrl}/teams/${encodeURIComponent(teamId)}`;
    return {
      status: 200,
      headers: {
        'location-html': headerValue(page),
        'x-catalog-warnings': warnUnknown(notificationChannelSchema, document),
      },
    };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Delete a notification channel of a team',
  tag: 'teams',
  access: 'key',
  permission: write,
  params,
  query: noQuery,
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const teamId = checkDocumentId(params.id);
    const channelId = checkDocumentId(params.channelId);
    const request = { teamId, channelId, principal, requestId, now };
    await deleteNotificationChannel(services.database, request);
    return { status: 200 };
  },
});

/** Chats of a team that want to hear of changes. */
export const notificationChannelRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
