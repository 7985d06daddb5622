/** Limits of the number of concurrent batches and of their size. */
export type BatchLimits = {
  maxRunning: number;
  maxBatch: number;
  /** Milliseconds that the newest batch must have been running before another one starts beside it; 0 by default. */
  patienceMs?: number;
};

/**
 * Collects entries and passes them to `settle` in batches: entries of the same turn of the event loop, or that arrive while
 * `maxRunning` batches are running, go together. `settle` settles every entry of its batch and never rejects.
 */
export function createBatcher<Entry>(
  { maxRunning, maxBatch, patienceMs = 0 }: BatchLimits,
  settle: (batch: readonly Entry[]) => Promise<void>,
): (entry: Entry) => void {
  const waiting: Entry[] = [];
  let running = 0;
  let planned = false;
  let startedAt = 0;
  let patience: NodeJS.Timeout | undefined;
  const start = (): void => {
    planned = false;
    while (waiting.length > 0 && running < maxRunning) {
      if (running > 0 && performance.now() - startedAt < patienceMs) {
        patience ??= setTimeout(endPatience, patienceMs).unref();
        return;
      }
      startedAt = performance.now();
      running += 1;
      void settle(waiting.splice(0, maxBatch)).finally(() => {
        running -= 1;
        start();
      });
    }
  };
  const endPatience = (): void => {
    patience = undefined;
    start();
  };
  return (entry) => {
    waiting.push(entry);
    if (planned || running >= maxRunning) return;
    planned = true;
    setImmediate(start);
  };
}
