/**
 * Business time, injected everywhere. Processes of the product inject a clock that follows Postgres (`db/database-clock.ts`).
 * Leases, due times and back-off are judged by Postgres in SQL.
 */
export type Clock = {
  now: () => Date;
  /**
   * Milliseconds by which a test or a sandbox has moved the time; SQL that compares due times with the clock of Postgres adds
   * them.
   */
  readonly aheadMs?: number;
};

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that never answers a time before `instant`, e.g. one that Postgres has reported. */
export function notBefore(clock: Clock, instant: Date): Clock {
  const { aheadMs = 0 } = clock;
  const floorMs = instant.getTime() + aheadMs;
  return { aheadMs, now: () => new Date(Math.max(clock.now().getTime(), floorMs)) };
}

/**
 * Milliseconds by which another clock, which read `theirs` between our readings `before` and `after`, is ahead of ours (negative:
 * behind). The result is 0 if `theirs` lies between the two readings.
 */
export function skewBetween(before: number, theirs: number, after: number): number {
  return theirs < before ? before - theirs : Math.min(0, after - theirs);
}

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
