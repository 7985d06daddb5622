import type { Channel, Signals } from '../../db/signal.ts';

/** Receives the signals of a channel, including those between two waits. */
export type WakeUpSignal = {
  /** Waits for the next signal, the timeout, or one of `stops`; returns at once if a signal arrived since the previous wait. */
  wait: (options: { timeoutMs: number; stops: readonly AbortSignal[] }) => Promise<void>;
  close: () => void;
};

/** Subscribes immediately: a signal that arrives while the caller is still reading must not be lost. */
export function createWakeUpSignal(signals: Signals, channel: Channel): WakeUpSignal {
  let isSignaled = false;
  let wake = (): void => undefined;
  const close = signals.on(channel, () => {
    isSignaled = true;
    wake();
  });
  const wait: WakeUpSignal['wait'] = ({ timeoutMs, stops }) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        for (const stop of stops) stop.removeEventListener('abort', done);
        wake = () => undefined;
        isSignaled = false;
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      if (isSignaled || stops.some((stop) => stop.aborted)) return done();
      wake = done;
      for (const stop of stops) stop.addEventListener('abort', done, { once: true });
    });
  return { wait, close };
}
