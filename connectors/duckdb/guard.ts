import type { DuckdbChild } from './child.ts';
import { timeoutError } from '../source-error.ts';

/** Some functions of DuckDB ignore interrupts; their process is ended after this time. */
const graceMs = 2_000;

/**
 * DuckDB has no statement timeout, so a timer interrupts the statement, and ends the process when that does not help. The signal
 * ends the process at once, because its results are not needed any more.
 */
export async function runGuarded<Value>(
  child: DuckdbChild,
  work: () => Promise<Value>,
  { statementTimeoutMs, signal }: { statementTimeoutMs: number; signal: AbortSignal },
): Promise<Value> {
  signal.throwIfAborted();
  let isLate = false;
  const end = (): void => void child.kill();
  let timer = setTimeout(() => {
    isLate = true;
    child.interrupt();
    timer = setTimeout(end, graceMs);
  }, statementTimeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const value = await work();
    signal.throwIfAborted();
    return value;
  } catch (error) {
    signal.throwIfAborted();
    throw isLate ? timeoutError(`the statement took longer than ${statementTimeoutMs} ms`) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
