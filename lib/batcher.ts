/** How many batches may be under way, and how large they are. */
export type BatchLimits = {
  mostRunning: number;
  largestBatch: number;
  /** How long the newest batch must be under way before another one starts beside it; 0 when left out. */
  patienceMs?: number;
};

/**
 * Collects entries and hands them to `settle` in batches: what comes in the same turn of the event loop, or while
 * `mostRunning` batches are under way, goes together. `settle` answers everybody in its batch and never rejects.
 */
export function createBatcher<Entry>(
  { mostRunning, largestBatch, patienceMs = 0 }: BatchLimits,
  settle: (batch: readonly Entry[]) => Promise<void>,
): (entry: Entry) => void {
  const waiting: Entry[] = [];
  let running = 0;
  let planned = false;
  let startedAt = 0;
  let patience: NodeJS.Timeout | undefined;
  const start = (): void => {
    planned = false;
    while (waiting.length > 0 && running < mostRunning) {
      if (running > 0 && performance.now() - startedAt < patienceMs) {
        patience ??= setTimeout(endPatience, patienceMs).unref();
        return;
      }
      startedAt = performance.now();
      running += 1;
      void settle(waiting.splice(0, largestBatch)).finally(() => {
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
    if (planned || running >= mostRunning) return;
    planned = true;
    setImmediate(start);
  };
}
