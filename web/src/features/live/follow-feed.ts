import { noteBuild } from '../../lib/connection.ts';
import { followedTypes } from './event-keys.ts';
import type { LiveEvent } from './event-keys.ts';
import { cutEvents } from './server-sent-events.ts';

/** Events that came together, and the id of the last one. */
export type Batch = { events: readonly LiveEvent[]; lastId: string };

const reconnectMs = 2_000;

/** Delay after a refusal that names none: all streams are taken, or the session is over. */
const refusedMs = 30_000;

type FollowOptions = {
  /** Id of the last event that is known; undefined before the first event of the feed. */
  position: () => string | undefined;
  onBatch: (batch: Batch) => void;
  signal: AbortSignal;
};

/** Reads the feed after a position until the signal aborts, and connects again after each end. */
export async function followFeed(options: FollowOptions): Promise<void> {
  const { signal } = options;
  while (!signal.aborted) {
    const delayMs = await readStream(options).catch(() => reconnectMs);
    await pause(delayMs, signal);
  }
}

/** Reads one stream to its end; returns the delay before the next one. */
async function readStream({ position, onBatch, signal }: FollowOptions): Promise<number> {
  const query = new URLSearchParams({ types: followedTypes, lastEventId: position() ?? 'null' });
  const headers = { accept: 'text/event-stream' };
  const response = await fetch(`/ui/api/events?${query.toString()}`, { headers, signal });
  noteBuild(response.headers.get('x-concordat-build'));
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return Number(response.headers.get('retry-after')) * 1_000 || refusedMs;
  }
  const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await texts.read();
    if (done) return reconnectMs;
    const cut = cutEvents(rest + value);
    ({ rest } = cut);
    const lastId = cut.events.at(-1)?.id;
    if (lastId === undefined) continue;
    onBatch({ events: cut.events.map(({ data }) => JSON.parse(data) as LiveEvent), lastId });
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
