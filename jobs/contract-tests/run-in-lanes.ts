/**
 * Runs tasks in their order, at most `lanes` at a time. Rejects with the first failure, after everything that was begun
 * has ended; what had not begun by then never does.
 */
export async function runInLanes(
  tasks: Iterable<() => Promise<void>>,
  { lanes, signal }: { lanes: number; signal: AbortSignal },
): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  async function work(): Promise<void> {
    for (;;) {
      if (failure !== undefined || signal.aborted) return;
      try {
        const next = queue.next();
        if (next.done === true) return;
        await next.value();
      } catch (error) {
        failure ??= { error };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, work));
  signal.throwIfAborted();
  if (failure !== undefined) throw failure.error;
}
