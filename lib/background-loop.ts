import { pause } from './clock.ts';
import type { Logger } from './log.ts';
import { createThrottle } from './log.ts';

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
  // A fresh one for each pass: AbortSignal.any() with a signal that lives as long as the process keeps a
  // few bytes of every pause (measured in Node 20), and there are ten of them a second.
  let bell = new AbortController();
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
      bell = new AbortController();
      const waitMs = await once();
      if (waitMs > 0) await pause(waitMs, bell.signal);
    }
  };
  const running = run();
  return {
    wake: () => bell.abort(),
    stop: async () => {
      stopped.abort();
      bell.abort();
      await running;
    },
  };
}
