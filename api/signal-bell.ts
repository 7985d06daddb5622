import type { Channel, Signals } from '../db/signal.ts';

/** Hears the signals of a channel, also those between two waits. */
export type Bell = {
  /**
   * Waits for the next signal, the time to run out, or one of `stops`, whichever comes first; not at all when a signal
   * came since the wait before.
   */
  wait: (options: { timeoutMs: number; stops: readonly AbortSignal[] }) => Promise<void>;
  close: () => void;
};

/** Listens from now on: what is signalled while its listener still reads must not be lost. */
export function createBell(signals: Signals, channel: Channel): Bell {
  let rung = false;
  let wake = (): void => undefined;
  const close = signals.on(channel, () => {
    rung = true;
    wake();
  });
  const wait: Bell['wait'] = ({ timeoutMs, stops }) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        for (const stop of stops) stop.removeEventListener('abort', done);
        wake = () => undefined;
        rung = false;
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      if (rung || stops.some((stop) => stop.aborted)) return done();
      wake = done;
      for (const stop of stops) stop.addEventListener('abort', done, { once: true });
    });
  return { wait, close };
}
