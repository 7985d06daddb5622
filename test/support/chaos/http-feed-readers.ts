import { pause } from '../../../lib/clock.ts';
import type { TestApi } from '../http/api.ts';
import { openEvents } from '../http/server-sent-events.ts';
import type { EventSourceClient } from '../http/server-sent-events.ts';

export type TakenEvent = { id: string; subject: string; data: { version: number } };

/** A client that follows the feed over HTTP; `taken` are the received events in order. */
export type HttpFeedReader = { taken: TakenEvent[]; stop: () => Promise<void> };

/** The API of a reader; with `survivesOutages`, the reader retries while the API is unavailable. */
type Feed = Pick<TestApi, 'send' | 'port' | 'key'> & { survivesOutages?: boolean };

/** Requests batches after the last event, like most clients; with `longPolling` the API delays empty answers. */
export function pollFeed(api: Feed, limit: number, longPolling: boolean): HttpFeedReader {
  const taken: TakenEvent[] = [];
  const stopped = new AbortController();
  // A new controller for each request, because finished requests never remove their listeners.
  let asking = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      asking = new AbortController();
      const cursor = taken.at(-1)?.id ?? 'null';
      const query = `?lastEventId=${cursor}&limit=${limit}&longPolling=${longPolling}`;
      const answer = await api
        .send('GET', `/api/events${query}`, { signal: asking.signal })
        .catch(undefinedIf(api.survivesOutages));
      if (answer?.status === 200) taken.push(...(answer.json as TakenEvent[]));
      else if (answer && !(api.survivesOutages && answer.status === 503))
        throw new Error(`GET /api/events answered ${answer.status}`);
      if (!answer?.json || answer.json.length === 0) await pause(5);
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

const undefinedIf =
  (survives = false) =>
  (error: unknown): undefined => {
    if (!survives) throw error;
  };

/** Follows the stream, and reconnects after its last event each time that `cut` closed the connection. */
export async function streamFeed(api: Feed): Promise<HttpFeedReader & { cut: () => void }> {
  const taken: TakenEvent[] = [];
  let current: EventSourceClient | undefined = await openEvents(api);
  const stopped = new AbortController();
  const follow = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      taken.push(...(current?.events.splice(0) ?? []).map(({ data }) => data as TakenEvent));
      if (!current || current.ended()) {
        const last = taken.at(-1)?.id;
        const headers = last === undefined ? {} : { 'last-event-id': last };
        current = await openEvents(api, '', headers).catch(undefinedIf(api.survivesOutages));
      }
      await pause(5);
    }
  };
  const following = follow();
  return {
    taken,
    cut: () => current?.close(),
    stop: async () => {
      stopped.abort();
      await following;
      current?.close();
    },
  };
}
