import type { LiveEvent } from './event-keys.ts';
import { followFeed } from './follow-feed.ts';
import type { Batch } from './follow-feed.ts';

type ShareOptions = {
  /** The same for all tabs that see the same feed. */
  name: string;
  /** Event after which to begin; null before the first event of the feed. */
  after: string | null;
  onEvents: (events: readonly LiveEvent[]) => void;
  signal: AbortSignal;
};

/**
 * Follows the feed together with the other tabs of this browser: with HTTP/1.1 all of them have six connections. The tab that holds
 * the lock reads and tells the others; when it is closed, the browser gives the lock to the next one, which goes on after the last
 * event that it was told. Without TLS browsers have no locks (except on this machine): then pages live on their regular reads.
 */
export function shareFeed({ name, after, onEvents, signal }: ShareOptions): void {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined || signal.aborted) return;
  const channel = new BroadcastChannel(name);
  let last = after ?? undefined;
  const take = (batch: Batch): void => {
    last = batch.lastId;
    onEvents(batch.events);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Batch>) => take(data));
  signal.addEventListener('abort', () => channel.close());
  const onBatch = (batch: Batch): void => {
    take(batch);
    channel.postMessage(batch);
  };
  const lead = () => followFeed({ position: () => last, onBatch, signal });
  // The signal ends the wait for the lock with an error.
  void locks.request(name, { signal }, lead).catch(() => undefined);
}
