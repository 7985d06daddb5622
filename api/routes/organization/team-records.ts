import { Type } from '@sinclair/typebox';
import { assertMayOnTeam } from '../../../commands/teams/assert-may-edit-team.ts';
import { listNotifications } from '../../../db/tables/notifications/notifications.ts';
import { listApiKeysOfTeam } from '../../../db/tables/organizations/listed-api-keys.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { presentNotification, withNotificationNames } from '../../present/notification.ts';
import { presentApiKeys } from '../../present/api-key.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { apiKeySchema } from '../../schemas/organization/api-keys.ts';
import { notificationSchema } from '../../schemas/organization/notifications.ts';

/** The newest notifications that a page shows. */
const newest = 50;

const notificationsRoute = defineRoute({
  method: 'GET',
  path: '/api/teams/:id/notifications',
  name: 'listTeamNotifications',
  refuses: ['permission_denied', 'not_found'],
  summary: `List the newest ${newest} mails and chat messages to a team, for people who may change it`,
  tag: 'teams',
  permission: 'read',
  answers: {
    200: { description: 'The newest first', schema: Type.Array(notificationSchema) },
  },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const teamId = checkDocumentId(params.id);
    await assertMayOnTeam(knex, principal, { action: 'TEAM_EDIT', teamId });
    const page = { limit: newest, offset: 0, after: undefined };
    const { organizationId } = principal;
    const rows = await listNotifications(knex, organizationId, { teamId }, page);
    const named = await withNotificationNames(knex, organizationId, rows.slice(0, newest));
    return { status: 200, json: named.map(presentNotification) };
  },
});

const keysRoute = defineRoute({
  method: 'GET',
  path: '/api/teams/:id/api-keys',
  name: 'listTeamApiKeys',
  refuses: ['permission_denied', 'not_found'],
  summary: 'List the API keys of a team without their secrets, for people who may revoke them',
  tag: 'api keys',
  permission: 'read',
  answers: { 200: { description: 'The newest first', schema: Type.Array(apiKeySchema) } },
  handle: async ({ params, principal, now, services }) => {
    const { knex } = services.database;
    const teamId = checkDocumentId(params.id);
    await assertMayOnTeam(knex, principal, { action: 'RESOURCES_EDIT', teamId });
    const keys = await listApiKeysOfTeam(knex, principal.organizationId, teamId);
    const json = await presentApiKeys(knex, principal.organizationId, keys, now);
    return { status: 200, json };
  },
});

/** What belongs to a team, for the people who may change it. */
export const teamRecordRoutes: readonly Route[] = [notificationsRoute, keysRoute];
