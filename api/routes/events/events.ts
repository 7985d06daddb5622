import { Type } from '@sinclair/typebox';
import type { FeedEvent } from '../../../db/tables/feed/events.ts';
import type { ReaderForm } from '../../../db/tables/feed/readers.ts';
import { toCloudEvent } from '../../../domain/feed/cloud-event.ts';
import { refuse } from '../../../domain/errors.ts';
import { openEventStream } from '../../stream/event-stream.ts';
import { answerStream } from '../../stream/server-sent-stream.ts';
import { findFeedPosition } from '../../stream/feed-position.ts';
import { readFeed } from '../../stream/read-feed.ts';
import {
  checkEventTypes,
  isWantedType,
  withoutTypePrefix,
} from '../../../domain/webhooks/event-types.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { cloudEventSchema, eventSchemas } from '../../schemas/events/cloud-event.ts';
import { answerNewestEvents } from './newest-events.ts';
import type { NewestQuery } from './newest-events.ts';
import { createWakeUpSignal } from '../../stream/wake-up-signal.ts';

const longPollMs = 30_000;

/** Maximum number of events per read; the largest payloads take a few hundred kilobytes together. */
const streamBatch = 200;

const newestOnly = ['before', 'principal', 'from', 'to'] as const;

type EventQuery = NewestQuery & {
  order: 'oldest' | 'newest';
  lastEventId?: string;
  longPolling: boolean;
  limit: number;
  types?: string;
};

const newestOption = (description: string) =>
  Type.Optional(Type.String({ description: `${description}; only with order=newest` }));

const feedRoute = defineRoute({
  method: 'GET',
  path: '/api/events',
  name: 'listEvents',
  takes: ['last-event-id'],
  sends: ['x-events-truncated', 'link'],
  summary:
    'Read the event feed after a given event, in its final order; with `Accept: text/event-stream` as endless server-sent events',
  tag: 'events',
  query: Type.Object({
    lastEventId: Type.Optional(
      Type.String({
        description:
          'Id of the last handled event; omitted or null: from the start. For streams, the header Last-Event-ID takes precedence',
      }),
    ),
    longPolling: Type.Boolean({ default: false, description: 'Waits up to 30 s for an event' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 1000,
      description: 'Maximum number of events',
    }),
    types: Type.Optional(
      Type.String({ description: 'Types, comma-separated, with or without prefix' }),
    ),
    subject: Type.Optional(Type.String({ description: 'Id of what changed' })),
    order: Type.Unsafe<EventQuery['order']>({
      type: 'string',
      enum: ['oldest', 'newest'],
      default: 'oldest',
      description:
        'oldest: forward from lastEventId, in the final order of the feed. newest: by time, the newest first, with names; Link leads to older events',
    }),
    before: newestOption('Id of the last event of the previous page'),
    principal: newestOption('Author of the change, e.g. api-key:<id>'),
    from: newestOption('At or after this time'),
    to: newestOption('Before this time'),
  }),
  bounded: 'streams',
  answers: {
    200: {
      description:
        'A CloudEvents batch; empty at the end of the feed. X-Events-Truncated: true if events after the cursor are no longer kept',
      schema: Type.Array(cloudEventSchema),
      contentType: 'application/cloudevents-batch+json',
      alsoAs: ['text/event-stream'],
    },
  },
  handle: async (request) => {
    const { query, services } = request;
    if (query.order === 'newest') return readNewest(request);
    refuseNewestOnly(query);
    const asStream = /\btext\/event-stream\b/i.test(request.header('accept') ?? '');
    const resumed = asStream ? request.header('last-event-id') : undefined;
    const { seq, truncated } = await findFeedPosition(request, resumed ?? query.lastEventId);
    const headers = { 'x-events-truncated': truncated ? 'true' : undefined };
    if (asStream) return streamEvents(request, seq, headers);
    const events = await readEvents(request, seq);
    return {
      status: 200,
      text: `[${events.map((event) => toCloudEvent(event, services.settings)).join(',')}]`,
      contentType: 'application/cloudevents-batch+json',
      headers,
    };
  },
});

async function readNewest(request: ApiRequest<object, EventQuery>): Promise<Answer> {
  const { query, services } = request;
  if (query.lastEventId !== undefined || query.longPolling) {
    refuse(
      'bad_request',
      'order=newest reads backward: send before=<id> instead of lastEventId, and no longPolling.',
    );
  }
  return answerNewestEvents(request, readTypes(query.types, services.settings.eventTypePrefix));
}

function refuseNewestOnly(query: EventQuery): void {
  const name = newestOnly.find((each) => query[each] !== undefined);
  if (name === undefined) return;
  refuse('bad_request', `The parameter '${name}' needs order=newest.`);
}

function streamEvents(
  request: ApiRequest<object, EventQuery>,
  afterSeq: number,
  headers: Answer['headers'],
): Answer {
  const read = noteReads(
    request,
    'stream',
    readerOf(request, Math.min(request.query.limit, streamBatch)),
  );
  const answer = answerStream(request, (stream) => openEventStream({ ...stream, afterSeq, read }));
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function readerOf(
  { principal, query, services }: ApiRequest<object, EventQuery>,
  limit: number,
): (afterSeq: number) => Promise<FeedEvent[]> {
  const filter = {
    types: readTypes(query.types, services.settings.eventTypePrefix),
    subject: query.subject,
  };
  const { organizationId } = principal;
  return (afterSeq) => readFeed(services.database, { organizationId, afterSeq, limit, filter });
}

/** Notes how far the client has read; a client that asks for one subject looks something up, and follows nothing. */
function noteReads(
  { principal, query, header, services }: ApiRequest<object, EventQuery>,
  form: ReaderForm,
  read: (afterSeq: number) => Promise<FeedEvent[]>,
): (afterSeq: number) => Promise<FeedEvent[]> {
  if (query.subject !== undefined) return read;
  const { organizationId, name } = principal;
  const types = readTypes(query.types, services.settings.eventTypePrefix);
  const reader = { organizationId, form, principal: name, agent: header('user-agent'), types };
  return async (afterSeq) => {
    const events = await read(afterSeq);
    services.readers.note({ ...reader, seq: events.at(-1)?.seq ?? afterSeq });
    return events;
  };
}

async function readEvents(
  request: ApiRequest<object, EventQuery>,
  afterSeq: number,
): Promise<FeedEvent[]> {
  const { query, services } = request;
  const reader = noteReads(request, 'poll', readerOf(request, query.limit));
  const read = () => reader(afterSeq);
  const leave = query.longPolling ? services.waiters.enter() : undefined;
  if (!leave) return read();
  try {
    return await readOrWait(request, read);
  } finally {
    leave();
  }
}

async function readOrWait(
  { services: { database, draining }, gone, checkKey }: ApiRequest<object, EventQuery>,
  read: () => Promise<FeedEvent[]>,
): Promise<FeedEvent[]> {
  const until = performance.now() + longPollMs;
  const wakeUp = createWakeUpSignal(database.signals, 'events_ready');
  try {
    let events = await read();
    while (events.length === 0 && performance.now() < until && !gone.aborted && !draining.aborted) {
      // A lost signal costs at most a second.
      const timeoutMs = Math.min(until - performance.now(), 1_000);
      await wakeUp.wait({ timeoutMs, stops: [gone, draining] });
      events = await read();
    }
    // The key may have been revoked meanwhile.
    await checkKey();
    return events;
  } finally {
    wakeUp.close();
  }
}

/** Refuses unknown types, which would never arrive; a trailing `*` matches all types with that prefix. */
function readTypes(types: string | undefined, prefix: string): string[] | undefined {
  const names = (types ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return undefined;
  const patterns = withoutTypePrefix(names, prefix);
  const [problem] = checkEventTypes(patterns, eventTypes);
  if (problem) {
    const wrong = patterns[Number(/\d+/.exec(problem.field)?.[0] ?? 0)];
    refuse('bad_request', `types: '${wrong}' ${problem.message}.`);
  }
  return eventTypes.filter((type) => isWantedType(patterns, type));
}

const eventTypes = eventSchemas.map(({ $id }) => String($id));

export const eventRoutes: readonly Route[] = [feedRoute];
