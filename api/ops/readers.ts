import { listWebhooks } from '../../db/tables/webhooks/webhooks.ts';
import type { Webhook } from '../../db/tables/webhooks/webhooks.ts';
import {
  findFeedHead,
  listFeedReaders,
  listWebhookReaders,
} from '../../db/views/webhooks/feed-readers.ts';
import type { ReaderWithLag, WebhookWithLag } from '../../db/views/webhooks/feed-readers.ts';
import { secondsSince } from '../../db/views/work/counts.ts';
import type { Db } from '../../db/connect.ts';
import { messagingEventTypes } from '../../domain/messaging/event-types.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isWantedType } from '../../domain/webhooks/event-types.ts';
import { webhookStatus } from '../../domain/webhooks/webhook.ts';
import { withPrincipalNames } from '../present/principal-names.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { eventSchemas } from '../schemas/events/cloud-event.ts';
import { feedReadersSchema } from '../schemas/events/readers.ts';

const maxClients = 500;
const maxWebhooks = 100;

/** An open stream is read at least every 8 s, and positions are stored every 10 s. */
const streamSilentSeconds = 30;
const pollSilentSeconds = 300;

/** Lists who reads the feed, and how far each reader is. */
export const readersRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/readers',
  name: 'listFeedReaders',
  summary:
    'List the readers of the event feed: clients that poll, open streams and webhooks, with their lag',
  tag: 'operations',
  permission: 'organization',
  answers: { 200: { description: 'The readers, largest lag first', schema: feedReadersSchema } },
  handle: async ({ principal: { organizationId }, now, services }) => {
    await services.readers.store();
    const { knex } = services.database;
    const [head, clients, webhooks] = await Promise.all([
      findFeedHead(knex, organizationId),
      listFeedReaders(knex, organizationId, maxClients),
      readWebhooks(knex, organizationId),
    ]);
    const named = await withPrincipalNames(knex, organizationId, clients);
    const readers = [
      ...named.map((reader) => presentClient(reader, now)),
      ...webhooks.map((each) => presentWebhook(each, now)),
    ].sort((a, b) => b.lagSeconds - a.lagSeconds);
    return {
      status: 200,
      json: {
        checkedAt: now,
        headPosition: head?.seq ?? 0,
        headEventId: head?.id ?? null,
        headAt: head?.at ?? null,
        readers,
      },
    };
  },
});

const catalogTypes = eventSchemas.map(({ $id }) => String($id));

type WebhookReader = { webhook: Webhook; reader: WebhookWithLag };

async function readWebhooks(db: Db, organizationId: OrganizationId): Promise<WebhookReader[]> {
  const page = { after: undefined, limit: maxWebhooks, offset: 0 };
  const webhooks = await listWebhooks(db, organizationId, page);
  const wanted = webhooks.map(({ id, feed, events }) => ({
    id,
    types: (feed === 'catalog' ? catalogTypes : messagingEventTypes).filter((type) =>
      isWantedType(events, type),
    ),
  }));
  const readers = await listWebhookReaders(db, organizationId, wanted);
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  return readers.flatMap((reader) => {
    const webhook = byId.get(reader.id);
    return webhook ? [{ webhook, reader }] : [];
  });
}

function presentClient(
  reader: ReaderWithLag & { principalName: string | null },
  now: Date,
): { lagSeconds: number } & Record<string, unknown> {
  const { form, principal, principalName, agent, types, seq, firstSeenAt, seenAt } = reader;
  const silent = form === 'stream' ? streamSilentSeconds : pollSilentSeconds;
  return {
    form,
    feed: 'catalog',
    name: principalName,
    principal,
    principalName,
    webhookId: null,
    status: secondsSince(seenAt, now) > silent ? 'silent' : 'active',
    agent,
    types,
    position: seq,
    ...lagOf(reader, now),
    firstSeenAt,
    lastSeenAt: seenAt,
  };
}

function presentWebhook(
  { webhook, reader }: WebhookReader,
  now: Date,
): { lagSeconds: number } & Record<string, unknown> {
  return {
    form: 'webhook',
    feed: webhook.feed,
    name: webhook.id,
    principal: null,
    principalName: null,
    webhookId: webhook.id,
    status: webhookStatus(webhook),
    agent: null,
    types: webhook.events,
    position: reader.seq,
    ...lagOf(reader, now),
    firstSeenAt: null,
    lastSeenAt: reader.seenAt,
  };
}

function lagOf(
  { unread, oldestAt }: { unread: number; oldestAt: Date | null },
  now: Date,
): { lagEvents: number; lagSeconds: number } {
  return { lagEvents: unread, lagSeconds: Math.max(0, secondsSince(oldestAt, now)) };
}
