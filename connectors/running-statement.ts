import { pause } from '../lib/clock.ts';
import { isTimeoutError, timeoutError } from './source-error.ts';

/** Pauses between looks at a running statement: answers about the catalogue come at once. */
const firstPauseMs = 20;
const longestPauseMs = 2_000;

type Waiting = { title: string; timeoutMs: number; signal: AbortSignal };

/** Looks until there is something to see. Throws a TimeoutError when that takes too long, and the reason of the signal. */
export async function lookUntil<Value>(
  look: () => Promise<Value | undefined>,
  { title, timeoutMs, signal }: Waiting,
): Promise<Value> {
  const begun = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() - begun > timeoutMs) {
      throw timeoutError(`${title} did not end a statement within ${timeoutMs / 1000} s`);
    }
    await pause(pauseMs, signal);
    signal.throwIfAborted();
  }
}

/** Ends the statement on the platform when nobody waits for it any more: it was aborted, or took too long. */
export async function cancelUnlessDone<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
  cancel: () => Promise<unknown>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    // A statement that cannot be cancelled ends at its own timeout.
    if (signal.aborted || isTimeoutError(error)) await cancel().catch(() => undefined);
    throw error;
  }
}
