import type { LiveEvent } from './event-keys.ts';
import { followFeed } from './follow-feed.ts';
import type { Batch } from './follow-feed.ts';

type ShareOptions = {
  /** The same for all tabs that see the same feed. */
  feed: string;
  /** Event after which to begin; null before the first event of the feed. */
  after: string | null;
  onEvents: (events: readonly LiveEvent[]) => void;
  /** Calls once the reads of the page have ended. */
  whenQuiet: (start: () => void) => void;
  signal: AbortSignal;
};

/** What the reading tab tells the others. */
type Told = Batch & { feed: string };

const channel = new BroadcastChannel('concordat-feed');

/** Told while this page was loading: its first reads may be older. */
const early: Told[] = [];
const listening = new AbortController();
const keepEarly = ({ data }: MessageEvent<Told>): void => void early.push(data);
channel.addEventListener('message', keepEarly, { signal: listening.signal });

/**
 * Follows the feed together with the other tabs of this browser: with HTTP/1.1 all of them have six connections. The tab that holds
 * the lock reads and tells the others; when it is closed, the browser gives the lock to the next one, which goes on after the last
 * event that it was told. Without TLS browsers have no locks (except on this machine): then pages live on their regular reads.
 */
export function shareFeed(options: ShareOptions): void {
  const { feed, after, onEvents, whenQuiet, signal } = options;
  let last = after ?? undefined;
  const take = (batch: Batch): void => {
    last = batch.lastId;
    onEvents(batch.events);
  };
  const hear = (told: Told): void => {
    if (told.feed === feed) take(told);
  };
  listening.abort();
  for (const told of early.splice(0)) hear(told);
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data), { signal });
  const onBatch = (batch: Batch): void => {
    take(batch);
    channel.postMessage({ ...batch, feed } satisfies Told);
  };
  const lead = () => followFeed({ position: () => last, onBatch, signal });
  whenQuiet(() => void takeTurns(feed, lead, signal));
}

/** Leads once no other tab does. */
async function takeTurns(feed: string, lead: () => Promise<void>, signal: AbortSignal) {
  const locks = navigator.locks as LockManager | undefined;
  try {
    await locks?.request(`concordat-feed ${feed}`, { signal }, lead);
  } catch {
    // The page was left while it waited.
  }
}
