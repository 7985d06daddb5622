import { pause } from '../../lib/clock.ts';
import { isTimeoutError, timeoutError } from '../source-error.ts';

/** Pauses between polls of a running statement; catalog queries end almost at once. */
const firstPauseMs = 20;
const maxPauseMs = 2_000;

type Waiting = { title: string; timeoutMs: number; signal: AbortSignal };

/** Polls until there is a result. Throws a TimeoutError after the timeout, or the reason of the signal. */
export async function lookUntil<Value>(
  look: () => Promise<Value | undefined>,
  { title, timeoutMs, signal }: Waiting,
): Promise<Value> {
  const begun = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() - begun > timeoutMs) {
      throw timeoutError(`${title} did not complete a statement within ${timeoutMs / 1000} s`);
    }
    await pause(pauseMs, signal);
    signal.throwIfAborted();
  }
}

/** Cancels the statement on the platform after an abort or a timeout. */
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
