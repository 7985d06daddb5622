import { Type } from '@sinclair/typebox';
import { resendNotification } from '../../commands/notifications/resend-notification.ts';
import { testNotificationChannel } from '../../commands/notifications/test-notification-channel.ts';
import type { Db } from '../../db/connect.ts';
import { findNotification, listNotifications } from '../../db/tables/notifications.ts';
import type { Notification, NotificationHead } from '../../db/tables/notifications.ts';
import { transact } from '../../db/transact.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { renderText } from '../../domain/notifications/render-text.ts';
import { composeNotice } from '../../domain/notifications/templates/index.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import {
  mediumSchema,
  notificationSchema,
  notificationStatusSchema,
  notificationTextSchema,
} from '../schemas/notifications.ts';

const about = (description: string) => Type.Optional(Type.String({ description }));

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List mails and chat messages to teams, newest first',
  tag: 'operations',
  access: 'key',
  permission: 'organization',
  params: Type.Object({}),
  query: Type.Object({
    status: Type.Optional(notificationStatusSchema),
    medium: Type.Optional(mediumSchema),
    teamId: about('Exactly this team'),
    subjectId: about('What they are about, e.g. the id of an access'),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'Notifications', schema: Type.Array(notificationSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const { status, medium, teamId, subjectId } = query;
    const { limit, offset, after } = readPage(query);
    if (after !== undefined && !isUuid(after)) {
      refuse('bad_request', `after=${after} is no id of a notification; those are UUIDs.`);
    }
    const rows = await listNotifications(
      services.database.knex,
      principal.organizationId,
      { status, medium, teamId, subjectId },
      { limit, offset, after },
    );
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return {
      status: 200,
      json: shown.map(present),
      headers: { link },
    };
  },
});

function present(head: NotificationHead | Notification): object {
  const { data: _, ...shown } = { data: undefined, ...head };
  return { ...shown, recipient: head.recipient === '' ? null : head.recipient };
}

function presentWithText(notification: Notification): object {
  const notice = composeNotice(notification);
  const message = notice ? { subject: notice.subject, text: renderText(notice) } : null;
  return { ...present(notification), message };
}

async function readNotification(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<Notification> {
  const found = isUuid(id) ? await findNotification(db, { organizationId, id }) : undefined;
  return found ?? refuse('not_found', `There is no notification with the id '${id}'.`);
}

const params = Type.Object({ id: Type.String() });

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/notifications/:id',
  summary: 'Get a mail or chat message with its subject and text',
  tag: 'operations',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object({}),
  answers: { 200: { description: 'The notification', schema: notificationTextSchema } },
  handle: async ({ params: { id }, principal, services }) => {
    const found = await readNotification(services.database.knex, principal.organizationId, id);
    return { status: 200, json: presentWithText(found) };
  },
});

const resendRoute = defineRoute({
  method: 'POST',
  path: '/api/notifications/:id/resend',
  summary: 'Send a mail or chat message again, or at once when it waits',
  tag: 'operations',
  access: 'key',
  permission: 'organization',
  params,
  query: Type.Object({}),
  body: { formats: ['json'], required: false },
  answers: { 202: { description: 'It is due now', schema: notificationTextSchema } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    // Read before a worker may have it: the answer says what this request has done.
    const found = await transact(services.database, async (tx) => {
      await resendNotification(tx, { id, principal, requestId, now });
      return readNotification(tx, principal.organizationId, id);
    });
    return { status: 202, json: presentWithText(found) };
  },
});

const testRoute = defineRoute({
  method: 'POST',
  path: '/api/teams/:id/notification-channels/:channelId/test',
  summary: 'Send a test message to a notification channel',
  tag: 'teams',
  access: 'key',
  permission: { actions: ['TEAM_EDIT'], on: 'owner' },
  params: Type.Object({ id: Type.String(), channelId: Type.String() }),
  query: Type.Object({}),
  body: { formats: ['json'], required: false },
  answers: { 202: { description: 'It is due now', schema: notificationTextSchema } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const { database, settings } = services;
    const teamId = checkDocumentId(params.id);
    const channelId = checkDocumentId(params.channelId);
    const page = `${settings.publicUrl}/teams/${encodeURIComponent(teamId)}`;
    const request = { teamId, channelId, principal, requestId, page, now };
    const found = await transact(database, async (tx) => {
      const id = await testNotificationChannel(tx, request);
      return readNotification(tx, principal.organizationId, id);
    });
    const location = `/api/notifications/${found.id}`;
    return { status: 202, headers: { location }, json: presentWithText(found) };
  },
});

/** The ledger of what teams were told, and trying their channels. */
export const notificationRoutes: readonly Route[] = [listRoute, getRoute, resendRoute, testRoute];
