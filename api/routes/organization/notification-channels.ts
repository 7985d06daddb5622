import { Type } from '@sinclair/typebox';
import {
  channelSecretLocation,
  showBody,
  showListed,
} from '../../../commands/secrets/sealed-body.ts';
import { deleteNotificationChannel } from '../../../commands/teams/delete-notification-channel.ts';
import { getTeamPath } from '../../../commands/teams/get-team-path.ts';
import { putNotificationChannel } from '../../../commands/teams/put-notification-channel.ts';
import {
  findNotificationChannel,
  listNotificationChannels,
} from '../../../db/tables/notifications/channels.ts';
import type { ChannelKey, NotificationChannel } from '../../../db/tables/notifications/channels.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import {
  notificationChannelReadSchema,
  notificationChannelRequestSchema,
  notificationChannelSchema,
} from '../../../domain/organizations/notification-channel.ts';
import { can } from '../../../domain/organizations/permissions.ts';
import { headerValue } from '../../http/header-values.ts';
import { isOfPage, keepAddress } from '../../body/keep-address.ts';
import { parseDocument } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { ApiRequest } from '../../exchange.ts';
import type { Route } from '../../route.ts';
import { orNull } from '../../schemas/nullable.ts';
import { unreadable } from '../../schemas/events/webhooks.ts';
import type { Services } from '../../services.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';

const write = { actions: ['TEAM_EDIT'], on: 'owner' } as const;

/** The channel as it was sent; undefined if there is none. */
async function readStored(
  { database: { knex }, settings: { secretKey } }: Services,
  key: ChannelKey,
): Promise<string | undefined> {
  const channel = await findNotificationChannel(knex, key);
  return channel && showBody(channel.body, secretKey, channelSecretLocation(key));
}

type Presenter = {
  /** The channel as JSON text. Refuses with `secret_key_missing` if it cannot be opened. */
  present: (channel: NotificationChannel) => string;
  /** The channel as an entry of a list, even if it cannot be opened. */
  presentListed: (channel: NotificationChannel) => string;
};

/** Presents channels of the team to this key: as sent, or without the members that only editors may see. */
async function presenter(
  { principal, url, services }: Pick<ApiRequest<object, object>, 'principal' | 'url' | 'services'>,
  teamId: string,
): Promise<Presenter> {
  const { database, settings } = services;
  const { knex } = database;
  const { organizationId } = principal;
  const team = await getTeamPath(knex, organizationId, teamId);
  const maySeeAll = can(principal, 'TEAM_EDIT', team) && !isOfPage(url);
  const present = ({ id, body: stored }: NotificationChannel): string => {
    const location = channelSecretLocation({ organizationId, teamId, id });
    const body = showBody(stored, settings.secretKey, location);
    if (maySeeAll) return body;
    const { endpoint: _, ...shown } = JSON.parse(body) as Record<string, unknown>;
    return JSON.stringify(shown);
  };
  const presentListed = (channel: NotificationChannel): string =>
    showListed(
      () => present(channel),
      (reason) => {
        const { id, type, enabled } = channel;
        const endpoint = maySeeAll ? { endpoint: null } : {};
        return { id, name: null, type, enabled, ...endpoint, unreadable: reason };
      },
    );
  return { present, presentListed };
}

/** A channel in a list: a channel sealed with a lost key does not block the list. */
const listedChannelSchema = Type.Object(
  {
    ...notificationChannelReadSchema.properties,
    name: orNull(notificationChannelReadSchema.properties.name),
    endpoint: Type.Optional(
      orNull(
        Type.String({
          description: 'Left out for keys that may not change the team, and for pages',
        }),
      ),
    ),
    unreadable,
  },
  { $id: 'ListedNotificationChannel', additionalProperties: true },
);

/** Chat channels of a team that receive notifications. */
export const notificationChannelRoutes: readonly Route[] = collection(
  {
    path: '/api/teams/:id/notification-channels/:channelId',
    noun: 'channel',
    named: 'notification channel',
    tag: 'teams',
    schema: notificationChannelReadSchema,
    listed: listedChannelSchema,
  },
  {
    list: {
      refuses: ['secret_key_missing'],
      summary: 'List the notification channels of a team',
      query: Type.Object({}),
      handle: async ({ params, principal, url, services }) => {
        const teamId = checkDocumentId(params.id);
        const { presentListed } = await presenter({ principal, url, services }, teamId);
        const { organizationId } = principal;
        const channels = await listNotificationChannels(services.database.knex, {
          organizationId,
          teamId,
        });
        return { status: 200, text: `[${channels.map(presentListed).join(',')}]` };
      },
    },
    get: {
      refuses: ['secret_key_missing'],
      summary: 'Get a notification channel of a team',
      handle: async ({ params, principal, url, services }) => {
        const teamId = checkDocumentId(params.id);
        const id = checkDocumentId(params.channelId);
        const { present } = await presenter({ principal, url, services }, teamId);
        const key = { organizationId: principal.organizationId, teamId, id };
        const channel = await findNotificationChannel(services.database.knex, key);
        if (!channel) {
          refuse('not_found', `Team '${teamId}' has no notification channel with the id '${id}'.`);
        }
        return { status: 200, text: present(channel) };
      },
    },
    put: {
      sends: ['location-html', 'x-catalog-warnings'],
      refuses: ['secret_key_missing'],
      summary: 'Create or replace a notification channel of a team',
      permission: write,
      body: { schema: notificationChannelRequestSchema },
      handle: async ({ params, body, principal, requestId, now, services }) => {
        const teamId = checkDocumentId(params.id);
        const channelId = checkDocumentId(params.channelId);
        const { secretKey } = services.settings;
        const parsed = await keepAddress(await parseDocument(body, channelId), 'endpoint', () => {
          const { organizationId } = principal;
          return readStored(services, { organizationId, teamId, id: channelId });
        });
        const { document } = parsed;
        const request = { teamId, channelId, principal, requestId, now, secretKey };
        await putNotificationChannel(services.database, {
          ...request,
          document,
          body: parsed.body,
        });
        const page = `${services.settings.publicUrl}/teams/${encodeURIComponent(teamId)}`;
        return {
          status: 200,
          headers: {
            'location-html': headerValue(page),
            'x-catalog-warnings': warnUnknown(notificationChannelSchema, document),
          },
        };
      },
    },
    delete: {
      summary: 'Delete a notification channel of a team',
      permission: write,
      handle: async ({ params, principal, requestId, now, services }) => {
        const teamId = checkDocumentId(params.id);
        const channelId = checkDocumentId(params.channelId);
        const request = { teamId, channelId, principal, requestId, now };
        await deleteNotificationChannel(services.database, request);
        return { status: 200 };
      },
    },
  },
);
