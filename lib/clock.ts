/** Business time. Injected everywhere, so that tests can travel; leases use the database's clock instead. */
export type Clock = { now: () => Date };

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** Resolves after `ms`, or at once when the signal aborts; never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
