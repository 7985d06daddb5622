import type { Readable } from 'node:stream';
import { isUnavailable } from '../db/postgres-errors.ts';
import type { FeedEvent } from '../db/tables/events.ts';
import { toCloudEvent } from '../domain/cloud-event.ts';
import { pause } from '../lib/clock.ts';
import { openServerSentStream } from './server-sent-stream.ts';
import type { ServerSentStream } from './server-sent-stream.ts';
import type { Services } from './services.ts';
import { createBell } from './signal-bell.ts';
import type { Bell } from './signal-bell.ts';

/** Proxies close connections that are silent for long; many do after a minute. */
const usualHeartbeatMs = 8_000;

/** A lost signal costs at most this. */
const pollMs = 5_000;

/** After the end of a stream, clients wait so long and connect again, with the id of their last event. */
const reconnectMs = 2_000;

export type EventStream = ServerSentStream & {
  services: Pick<Services, 'database' | 'draining' | 'settings' | 'log'>;
  afterSeq: number;
  read: (afterSeq: number) => Promise<FeedEvent[]>;
  heartbeatMs?: number;
};

/** The feed as server-sent events; it holds no connection while it waits. */
export function openEventStream(stream: EventStream): Readable {
  return openServerSentStream(stream, (ended) => tellEvents(stream, ended));
}

async function* tellEvents(stream: EventStream, ended: AbortSignal): AsyncGenerator<string> {
  const { settings, database } = stream.services;
  const bell = createBell(database.signals, 'events_ready');
  let { afterSeq } = stream;
  try {
    yield `retry: ${reconnectMs}\n\n`;
    while (!ended.aborted) {
      const events = await readOrWait({ ...stream, afterSeq }, bell, ended);
      afterSeq = events.at(-1)?.seq ?? afterSeq;
      if (events.length > 0) yield events.map((event) => toServerSent(event, settings)).join('');
      else if (!ended.aborted) yield ':\n\n';
    }
  } finally {
    bell.close();
  }
}

/** Events behind a position, or none when there was none for as long as silence may last. */
async function readOrWait(
  { services: { log }, read, afterSeq, heartbeatMs = usualHeartbeatMs }: EventStream,
  bell: Bell,
  ended: AbortSignal,
): Promise<FeedEvent[]> {
  const until = Date.now() + heartbeatMs;
  const isOver = (): boolean => ended.aborted || Date.now() >= until;
  for (;;) {
    try {
      const events = await read(afterSeq);
      if (events.length > 0 || isOver()) return events;
      const timeoutMs = Math.min(until - Date.now(), pollMs);
      await bell.wait({ timeoutMs, stops: [ended] });
    } catch (error) {
      // Clients of the stream do not come again after an error; Postgres does.
      if (!isUnavailable(error)) throw error;
      log.debug({ err: error }, 'events not read; it is tried again');
      await pause(1_000, ended);
      if (isOver()) return [];
    }
  }
}

function toServerSent(
  event: FeedEvent,
  settings: Parameters<typeof toCloudEvent>[1] & { eventTypePrefix: string },
): string {
  // A line break between two tokens of JSON would end the field.
  const json = toCloudEvent(event, settings).replaceAll(/[\r\n]+/g, ' ');
  return `id: ${event.id}\nevent: ${settings.eventTypePrefix}${event.type}\ndata: ${json}\n\n`;
}
