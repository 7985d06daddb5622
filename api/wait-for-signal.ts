import type { Channel, Signals } from '../db/signal.ts';

/** Waits for the next signal on a channel, the time to run out, or one of `stops`, whichever comes first. */
export function waitForSignal(
  signals: Signals,
  channel: Channel,
  { timeoutMs, stops }: { timeoutMs: number; stops: readonly AbortSignal[] },
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unsubscribe();
      for (const stop of stops) stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const unsubscribe = signals.on(channel, done);
    if (stops.some((stop) => stop.aborted)) return done();
    for (const stop of stops) stop.addEventListener('abort', done, { once: true });
  });
}
