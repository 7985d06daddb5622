import { Type } from '@sinclair/typebox';
import { resendNotification } from '../../../commands/notifications/resend-notification.ts';
import { testNotificationChannel } from '../../../commands/notifications/test-notification-channel.ts';
import { listNotifications } from '../../../db/tables/notifications/notifications.ts';
import { transact } from '../../../db/transact.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { readInstant } from '../../http/read-instant.ts';
import { collection } from '../../collection.ts';
import {
  presentNotification,
  presentWithText,
  readNotification,
  withNotificationNames,
} from '../../present/notification.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  mediumSchema,
  notificationSchema,
  notificationStatusSchema,
  notificationTextSchema,
} from '../../schemas/organization/notifications.ts';

const about = (description: string) => Type.Optional(Type.String({ description }));

const resendRoute = defineRoute({
  method: 'POST',
  path: '/api/notifications/:id/resend',
  name: 'resendNotification',
  refuses: ['invalid_transition'],
  summary: 'Send a mail or chat message again, or immediately if it is waiting',
  tag: 'operations',
  permission: 'organization',
  body: { required: false },
  answers: { 202: { description: 'The notification is due now', schema: notificationTextSchema } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    // Read in the same transaction, before a worker can claim it, because the answer describes the effect of
    // this request.
    const found = await transact(services.database, async (tx) => {
      await resendNotification(tx, { id, principal, requestId, now });
      return readNotification(tx, principal.organizationId, id);
    });
    return {
      status: 202,
      json: await presentWithText(services.database.knex, principal.organizationId, found),
    };
  },
});

const testRoute = defineRoute({
  method: 'POST',
  path: '/api/teams/:id/notification-channels/:channelId/test',
  name: 'testNotificationChannel',
  summary: 'Send a test message to a notification channel',
  tag: 'teams',
  permission: { actions: ['TEAM_EDIT'], on: 'owner' },
  body: { required: false },
  answers: { 202: { description: 'The notification is due now', schema: notificationTextSchema } },
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
    return {
      status: 202,
      headers: { location },
      json: await presentWithText(database.knex, principal.organizationId, found),
    };
  },
});

const ownNotificationRoutes = collection(
  {
    path: '/api/notifications/:id',
    noun: 'notification',
    tag: 'operations',
    permission: 'organization',
    schema: notificationTextSchema,
  },
  {
    list: {
      summary: 'List mails and chat messages to teams, newest first',
      query: Type.Object({
        status: Type.Optional({
          ...notificationStatusSchema,
          description: 'Only notifications with this status',
        }),
        medium: Type.Optional({
          ...mediumSchema,
          description: 'Only notifications of this medium',
        }),
        teamId: about('Exactly this team'),
        subjectId: about('Subject of the notification, e.g. the id of an access'),
        template: about('Which message, e.g. provisioning-failed'),
        recipient: about('Part of the e-mail address or of <team>/<channel>, in any case'),
        from: about('Requested at or after this time'),
        to: about('Requested before this time'),
        ...pagingQuery,
      }),
      answers: { 200: { description: 'Notifications', schema: Type.Array(notificationSchema) } },
      handle: async ({ query, principal, url, services }) => {
        const { status, medium, teamId, subjectId, template, recipient } = query;
        const span = { from: readInstant('from', query.from), to: readInstant('to', query.to) };
        const { knex } = services.database;
        const { limit, offset, after } = readPage(query);
        const rows = await listNotifications(
          knex,
          principal.organizationId,
          { status, medium, teamId, subjectId, template, recipient, ...span },
          { limit, offset, after: readUuidKey(after) },
        );
        const named = await withNotificationNames(knex, principal.organizationId, rows);
        return answerList(named, { url, query }, presentNotification, ({ id }) => id);
      },
    },
    get: {
      summary: 'Get a mail or chat message with its subject and text',
      handle: async ({ params: { id }, principal, services }) => {
        const found = await readNotification(services.database.knex, principal.organizationId, id);
        return {
          status: 200,
          json: await presentWithText(services.database.knex, principal.organizationId, found),
        };
      },
    },
  },
);

/** The log of notifications to teams, and tests of their channels. */
export const notificationRoutes: readonly Route[] = [
  ...ownNotificationRoutes,
  resendRoute,
  testRoute,
];
