import type { Channel, Signals } from '../db/signal.ts';

/** Waits for the next signal on a channel, the time to run out, or `stop`, whichever comes first. */
export function waitForSignal(
  signals: Signals,
  channel: Channel,
  { timeoutMs, stop }: { timeoutMs: number; stop: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unsubscribe();
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const unsubscribe = signals.on(channel, done);
    if (stop.aborted) done();
    else stop.addEventListener('abort', done, { once: true });
  });
}
