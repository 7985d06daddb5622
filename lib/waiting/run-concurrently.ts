/**
 * Runs tasks in their order, at most `concurrency` at a time. After the first failure or an abort no further task starts; rejects
 * when all running tasks have ended.
 */
export async function runConcurrently(
  tasks: Iterable<() => Promise<void>>,
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
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
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  signal.throwIfAborted();
  if (failure !== undefined) throw failure.error;
}
