import type { QueryClient } from '@tanstack/react-query';

/** A stream takes one of six connections, so it begins when the page has read nothing for this long. */
const quietMs = 1_500;

/** Runs it once the reads of the page have ended. */
export function afterReads(queryClient: QueryClient, signal: AbortSignal, run: () => void): void {
  const cache = queryClient.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    unsubscribe();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The end of what is still read calls this again.
      if (queryClient.isFetching() > 0) return;
      end();
      run();
    }, quietMs);
  };
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'updated') wait();
  });
  signal.addEventListener('abort', end);
  wait();
}
