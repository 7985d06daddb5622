import { Type } from '@sinclair/typebox';
import { findEventSeq, findSeqBefore, listEvents } from '../../db/tables/events.ts';
import type { FeedEvent } from '../../db/tables/events.ts';
import { toCloudEvent } from '../../domain/cloud-event.ts';
import { refuse } from '../../domain/errors.ts';
import { uuidTime } from '../../lib/ids.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';
import { cloudEventSchema } from '../schemas/cloud-event.ts';
import { waitForSignal } from '../wait-for-signal.ts';

const longPollMs = 30_000;

type EventQuery = {
  lastEventId?: string;
  longPolling: boolean;
  limit: number;
  types?: string;
  subject?: string;
};

const feedRoute = defineRoute({
  method: 'GET',
  path: '/api/events',
  summary: 'Read the event feed behind an event, in its one final order',
  tag: 'events',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object({
    lastEventId: Type.Optional(
      Type.String({
        description: 'Id of the last event that was handled; none or null: from the start',
      }),
    ),
    longPolling: Type.Boolean({ default: false, description: 'Waits up to 30 s for an event' }),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
    types: Type.Optional(
      Type.String({ description: 'Types, comma-separated, with or without prefix' }),
    ),
    subject: Type.Optional(Type.String({ description: 'Id of what changed' })),
  }),
  answers: {
    200: {
      description: 'A CloudEvents batch; empty at the end of the feed',
      schema: Type.Array(cloudEventSchema),
      contentType: 'application/cloudevents-batch+json',
    },
  },
  handle: async (request) => {
    const { services } = request;
    const { seq, truncated } = await findPosition(request);
    const events = await readEvents(request, seq);
    return {
      status: 200,
      text: `[${events.map((event) => toCloudEvent(event, services.settings)).join(',')}]`,
      contentType: 'application/cloudevents-batch+json',
      headers: { 'x-events-truncated': truncated ? 'true' : undefined },
    };
  },
});

async function readEvents(
  request: ApiRequest<object, EventQuery>,
  afterSeq: number,
): Promise<FeedEvent[]> {
  const { principal, query, services } = request;
  const filter = {
    types: readTypes(query.types, services.settings.eventTypePrefix),
    subject: query.subject,
  };
  const page = { afterSeq, limit: query.limit };
  const read = () => listEvents(services.database.knex, principal.organizationId, page, filter);
  const events = await read();
  if (events.length > 0 || !query.longPolling) return events;
  const leave = services.waiters.enter();
  if (!leave) return events;
  try {
    return await waitAndRead(request, read);
  } finally {
    leave();
  }
}

async function waitAndRead(
  { services, gone }: ApiRequest<object, EventQuery>,
  read: () => Promise<FeedEvent[]>,
): Promise<FeedEvent[]> {
  const { database, draining } = services;
  const until = Date.now() + longPollMs;
  let events: FeedEvent[] = [];
  while (events.length === 0 && Date.now() < until && !gone.aborted && !draining.aborted) {
    // A lost signal costs at most a second.
    const timeoutMs = Math.min(until - Date.now(), 1_000);
    await waitForSignal(database.signals, 'events_ready', { timeoutMs, stops: [gone, draining] });
    events = await read();
  }
  return events;
}

/**
 * Where reading goes on: behind the event itself, or, when it was never issued or is past retention, behind
 * the instant that its UUID carries (decisions §6). `truncated` when events may have lain between that and the
 * oldest that is kept.
 */
async function findPosition({
  principal: { organizationId },
  query: { lastEventId },
  services,
  now,
}: ApiRequest<object, EventQuery>): Promise<{ seq: number; truncated: boolean }> {
  if (lastEventId === undefined || lastEventId === '' || lastEventId === 'null') {
    return { seq: 0, truncated: false };
  }
  const time = uuidTime(lastEventId);
  if (time === undefined) {
    const hint = 'leave it out to start at the beginning';
    return refuse('bad_request', `lastEventId=${lastEventId} is no id of an event; ${hint}.`);
  }
  const { knex } = services.database;
  const seq = await findEventSeq(knex, organizationId, lastEventId.toLowerCase());
  if (seq !== undefined) return { seq, truncated: false };
  const kept = now.getTime() - services.settings.eventRetentionDays * 24 * 3_600_000;
  const at = new Date(Math.max(0, time));
  return { seq: await findSeqBefore(knex, organizationId, at), truncated: time < kept };
}

function readTypes(types: string | undefined, prefix: string): string[] | undefined {
  const names = (types ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return undefined;
  return names.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
}

export const eventRoutes: readonly Route[] = [feedRoute];
