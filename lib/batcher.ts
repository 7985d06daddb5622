/**
 * Collects entries and hands them to `settle` in batches: what comes in the same turn of the event loop, or while
 * `mostRunning` batches are under way, goes together. `settle` answers everybody in its batch and never rejects.
 */
export function createBatcher<Entry>(
  limits: { mostRunning: number; largestBatch: number },
  settle: (batch: readonly Entry[]) => Promise<void>,
): (entry: Entry) => void {
  const waiting: Entry[] = [];
  let running = 0;
  let planned = false;
  const start = (): void => {
    planned = false;
    while (waiting.length > 0 && running < limits.mostRunning) {
      running += 1;
      void settle(waiting.splice(0, limits.largestBatch)).finally(() => {
        running -= 1;
        start();
      });
    }
  };
  return (entry) => {
    waiting.push(entry);
    if (planned || running >= limits.mostRunning) return;
    planned = true;
    setImmediate(start);
  };
}
