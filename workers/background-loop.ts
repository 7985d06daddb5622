import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';

export type BackgroundLoop = {
  /** Ends the pause before the next pass. */
  wake: () => void;
  /** Ends the loop after the pass that is running. */
  stop: () => Promise<void>;
};

/**
 * Calls `pass` again and again, `everyMs` apart or as soon as it is woken; a pass that answers true has more
 * to do and follows at once. A pass that throws is logged now and then and tried again after a second: while
 * Postgres or Redis is away there is nothing better to do.
 */
export function startLoop(
  name: string,
  everyMs: number,
  log: Logger,
  pass: () => Promise<boolean>,
): BackgroundLoop {
  const stopped = new AbortController();
  let woken = new AbortController();
  const mayLog = createThrottle(10_000);
  const once = async (): Promise<number> => {
    try {
      return (await pass()) ? 0 : everyMs;
    } catch (error) {
      if (mayLog(String(error)))
        log.warn({ err: error, loop: name }, 'background pass failed; it is tried again');
      return Math.max(everyMs, 1_000);
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const waitMs = await once();
      if (waitMs > 0) await pause(waitMs, AbortSignal.any([woken.signal, stopped.signal]));
      if (woken.signal.aborted) woken = new AbortController();
    }
  };
  const running = run();
  return {
    wake: () => woken.abort(),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
