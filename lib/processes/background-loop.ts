import { pause } from '../clock.ts';
import type { Logger } from '../log.ts';
import { createThrottle } from '../log.ts';

export type BackgroundLoop = {
  /** Ends the pause before the next pass. */
  wake: () => void;
  /** Ends the loop after the pass that is running. */
  stop: () => Promise<void>;
};

/**
 * Calls `pass` repeatedly, `everyMs` apart or as soon as it is woken; a pass that returns true has more to do and is followed by
 * the next at once. A pass that throws is logged (throttled) and retried after a second, because Postgres or Redis may be away.
 */
export function startLoop(
  name: string,
  everyMs: number,
  log: Logger,
  pass: () => Promise<boolean>,
): BackgroundLoop {
  const stopped = new AbortController();
  // A fresh controller for each pass: AbortSignal.any() with a signal that lives as long as the process leaks a few bytes per
  // pause (measured in Node 20), and there are ten pauses a second.
  let wakeUp = new AbortController();
  const mayLog = createThrottle(10_000);
  const once = async (): Promise<number> => {
    try {
      return (await pass()) ? 0 : everyMs;
    } catch (error) {
      if (mayLog(String(error)))
        log.warn({ err: error, loop: name }, 'background pass failed; it will be retried');
      return Math.max(everyMs, 1_000);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      wakeUp = new AbortController();
      const waitMs = await once();
      if (waitMs > 0) await pause(waitMs, wakeUp.signal);
    }
  };
  const running = run();
  return {
    wake: () => wakeUp.abort(),
    stop: async () => {
      stopped.abort();
      wakeUp.abort();
      await running;
    },
  };
}
