const maxMs = 60_000;

type Polled = {
  state: { data: unknown; status: string; fetchFailureCount: number; dataUpdatedAt: number };
};

/**
 * Reads again in this time while the tab is seen; after errors the time doubles, to a minute at most. What could not be read at all
 * waits for the person to try again.
 */
export const pollEvery =
  (ms: number) =>
  ({ state: { data, status, fetchFailureCount, dataUpdatedAt } }: Polled): number | false => {
    if (status === 'error' && data === undefined) return false;
    if (status !== 'error' && fetchFailureCount === 0) return ms;
    return Math.min(maxMs, Math.max(2 * ms, Date.now() - dataUpdatedAt));
  };
