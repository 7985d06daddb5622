import { pause } from '../../../lib/clock.ts';
import type { TestApi } from '../api.ts';
import { openEvents } from '../server-sent-events.ts';

export type TakenEvent = { id: string; subject: string; data: { version: number } };

/** A client that follows the feed over HTTP; `taken` is what it got, in the order it came. */
export type HttpFeedReader = { taken: TakenEvent[]; stop: () => Promise<void> };

/** Asks for batches behind the last event, as most clients do; with `longPolling` the API lets it wait. */
export function pollFeed(api: TestApi, limit: number, longPolling: boolean): HttpFeedReader {
  const taken: TakenEvent[] = [];
  const stopped = new AbortController();
  // One for each request: those that have been answered never take their listeners off.
  let asking = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      asking = new AbortController();
      const cursor = taken.at(-1)?.id ?? 'null';
      const query = `?lastEventId=${cursor}&limit=${limit}&longPolling=${longPolling}`;
      const { status, json } = await api.send('GET', `/api/events${query}`, {
        signal: asking.signal,
      });
      if (status !== 200) throw new Error(`GET /api/events answered ${status}`);
      taken.push(...(json as TakenEvent[]));
      if (json.length === 0) await pause(5);
    }
  };
  const following = follow().catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error;
  });
  return {
    taken,
    stop: async () => {
      stopped.abort();
      asking.abort();
      await following;
    },
  };
}

/** Follows the stream, and connects anew behind its last event each time that `cut` closed the connection. */
export async function streamFeed(api: TestApi): Promise<HttpFeedReader & { cut: () => void }> {
  const taken: TakenEvent[] = [];
  let current = await openEvents(api);
  const stopped = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      taken.push(...current.events.splice(0).map(({ data }) => data as TakenEvent));
      if (current.ended()) {
        const last = taken.at(-1)?.id;
        current = await openEvents(api, '', last === undefined ? {} : { 'last-event-id': last });
      }
      await pause(5);
    }
  };
  const following = follow();
  return {
    taken,
    cut: () => current.close(),
    stop: async () => {
      stopped.abort();
      await following;
      current.close();
    },
  };
}
