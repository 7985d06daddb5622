import { Readable } from 'node:stream';
import { isUnavailable } from '../db/postgres-errors.ts';
import type { FeedEvent } from '../db/tables/events.ts';
import { toCloudEvent } from '../domain/cloud-event.ts';
import { Refusal } from '../domain/errors.ts';
import { pause } from '../lib/clock.ts';
import type { Services } from './services.ts';
import { createBell } from './signal-bell.ts';
import type { Bell } from './signal-bell.ts';

/** Proxies close connections that are silent for long; many do after a minute. */
const usualHeartbeatMs = 8_000;

/** A lost signal costs at most this. */
const pollMs = 5_000;

/** A client that takes nothing for so long has gone, and its place is for others. */
const usualPatienceMs = 60_000;

/** How often the key of a stream is looked at, should the signal of its revocation have been lost. */
const checkKeyMs = 60_000;

/** After the end of a stream, clients wait so long and connect again, with the id of their last event. */
const reconnectMs = 2_000;

export type EventStream = {
  services: Pick<Services, 'database' | 'draining' | 'settings' | 'log'>;
  /** Aborts when the client has gone away. */
  gone: AbortSignal;
  afterSeq: number;
  read: (afterSeq: number) => Promise<FeedEvent[]>;
  /** Refuses when the key that opened the stream no longer works. */
  checkKey: () => Promise<unknown>;
  /** Is called once, however it ends. */
  onEnd: () => void;
  heartbeatMs?: number;
  patienceMs?: number;
};

/**
 * The feed as server-sent events. The next events are read when the client has taken those before, so nothing heaps up
 * for a slow one; it holds no connection while it waits. It ends when the process drains and when its key is revoked.
 */
export function openEventStream(stream: EventStream): Readable {
  const { services, gone, onEnd } = stream;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const check = (): void =>
    void stream.checkKey().catch((error: unknown) => error instanceof Refusal && end());
  const unsubscribe = services.database.signals.on('keys_changed', check);
  const timer = setInterval(check, checkKeyMs).unref();
  for (const signal of [gone, services.draining])
    signal.addEventListener('abort', end, { once: true });
  if (gone.aborted || services.draining.aborted) end();
  const giveUp = (): void => void answer.destroy(new Error('nobody reads the events'));
  const { patienceMs = usualPatienceMs } = stream;
  const texts = withPatience(tellEvents(stream, ended.signal), patienceMs, giveUp);
  const answer: Readable = Readable.from(texts, { highWaterMark: 1 });
  answer.once('close', () => {
    end();
    clearInterval(timer);
    unsubscribe();
    for (const signal of [gone, services.draining]) signal.removeEventListener('abort', end);
    onEnd();
  });
  return answer;
}

async function* withPatience(
  texts: AsyncIterable<string>,
  patienceMs: number,
  giveUp: () => void,
): AsyncGenerator<string> {
  for await (const text of texts) {
    const timer = setTimeout(giveUp, patienceMs).unref();
    yield text;
    clearTimeout(timer);
  }
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
