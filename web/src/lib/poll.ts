const maxMs = 60_000;

type Polled = { state: { status: string; fetchFailureCount: number; dataUpdatedAt: number } };

/** Reads again in this time while the tab is seen; after errors the time doubles, to a minute at most. */
export const pollEvery =
  (ms: number) =>
  ({ state: { status, fetchFailureCount, dataUpdatedAt } }: Polled): number => {
    if (status !== 'error' && fetchFailureCount === 0) return ms;
    return Math.min(maxMs, Math.max(2 * ms, Date.now() - dataUpdatedAt));
  };
