/** What is there for work that is due and that no worker has claimed. */
export type LateWork = {
  /** A clock lives. */
  clock: boolean;
  /** A worker that does this kind lives. */
  worker: boolean;
  /** The queue was notified, and again if that was long ago. */
  notified: boolean;
  /** Operators have paused its kind. */
  paused: boolean;
};

/** Says what late work waits for; undefined if all is there, so that it waits for a free slot. */
export function missingFor({ clock, worker, notified, paused }: LateWork): string | undefined {
  if (paused) return 'an operator has paused this kind of work';
  if (!clock && !worker) return 'no clock and no worker runs';
  if (!clock && !notified) return 'no clock runs';
  if (!worker) return 'no worker runs that does this kind of work';
  return notified ? undefined : 'the clock does not reach Redis';
}
