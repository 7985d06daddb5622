import { Type } from '@sinclair/typebox';
import type { Database } from '../../db/connect.ts';
import {
  findEventSeq,
  findOldestEvent,
  findSeqBefore,
  listEvents,
} from '../../db/tables/events.ts';
import type { FeedEvent } from '../../db/tables/events.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { uuidTime } from '../../lib/ids.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';
import { cloudEventSchema } from '../schemas/cloud-event.ts';
import type { ApiSettings } from '../services.ts';
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
    const { principal, query, services } = request;
    const { seq, truncated } = await findPosition(
      services.database,
      principal.organizationId,
      query.lastEventId,
    );
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
  const { principal, query, services, gone } = request;
  const filter = {
    types: readTypes(query.types, services.settings.eventTypePrefix),
    subject: query.subject,
  };
  const page = { afterSeq, limit: query.limit };
  const read = () => listEvents(services.database.knex, principal.organizationId, page, filter);
  const until = Date.now() + longPollMs;
  let events = await read();
  while (events.length === 0 && query.longPolling && Date.now() < until) {
    const left = until - Date.now();
    // A lost signal costs at most a second.
    await waitForSignal(services.database.signals, 'events_ready', {
      timeoutMs: Math.min(left, 1_000),
      stops: [gone, services.draining],
    });
    events = await read();
    if (gone.aborted || services.draining.aborted) break;
  }
  return events;
}

/**
 * Where reading goes on: behind the event itself, or, when it was never issued or is past retention, behind
 * the instant that its UUID carries (decisions §6).
 */
async function findPosition(
  database: Database,
  organizationId: OrganizationId,
  lastEventId: string | undefined,
): Promise<{ seq: number; truncated: boolean }> {
  if (lastEventId === undefined || lastEventId === '' || lastEventId === 'null')
    return { seq: 0, truncated: false };
  const time = uuidTime(lastEventId);
  if (time === undefined) {
    return refuse(
      'bad_request',
      `lastEventId=${lastEventId} is no id of an event; leave it out to start at the beginning.`,
    );
  }
  const seq = await findEventSeq(database.knex, organizationId, lastEventId.toLowerCase());
  if (seq !== undefined) return { seq, truncated: false };
  const at = new Date(Math.max(0, time));
  const oldest = await findOldestEvent(database.knex, organizationId);
  if (!oldest || at < oldest.at)
    return { seq: 0, truncated: oldest !== undefined && oldest.seq > 1 };
  return { seq: await findSeqBefore(database.knex, organizationId, at), truncated: false };
}

function readTypes(types: string | undefined, prefix: string): string[] | undefined {
  const names = (types ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return undefined;
  return names.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
}

/** CloudEvents 1.0, structured JSON; the payload is passed through as stored. */
function toCloudEvent(event: FeedEvent, { eventTypePrefix, publicUrl }: ApiSettings): string {
  const envelope = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    type: `${eventTypePrefix}${event.type}`,
    source: publicUrl,
    subject: event.subjectId,
    time: event.at.toISOString(),
    datacontenttype: 'application/json',
    dataschema: `${publicUrl}/openapi.json#/components/schemas/${event.type}`,
    principal: event.principal,
  });
  return `${envelope.slice(0, -1)},"data":${event.data}}`;
}

export const eventRoutes: readonly Route[] = [feedRoute];
