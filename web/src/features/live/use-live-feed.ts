import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { atMostEvery } from '../../lib/at-most-every.ts';
import { noticesQuery } from '../notices/queries.ts';
import { meQuery } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { afterReads } from './after-reads.ts';
import { isStale, staleKeysOf } from './event-keys.ts';
import type { LiveEvent, StaleKey } from './event-keys.ts';
import { shareFeed } from './share-feed.ts';

/** What every event makes stale: the list of the feed, and those who read it. */
const feedKeys: readonly StaleKey[] = [
  ['events', 'list'],
  ['events', 'readers'],
];

/** Reads are repeated at most twice a second. */
const repeatMs = 500;

/** Notices are made of the feed within about a second; they and the counters are read after that. */
const noticesMs = 2_000;

/** Repeats the reads of this page that events make stale. */
export function useLiveFeed({ organization, principal, lastEventId }: Me): void {
  const queryClient = useQueryClient();
  const feed = `${organization.id} ${principal}`;
  const after = useRef(lastEventId);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const onEvents = createRefresher(queryClient, signal);
    const whenQuiet = (start: () => void) => afterReads(queryClient, signal, start);
    shareFeed({ feed, after: after.current, onEvents, whenQuiet, signal });
    return () => stop.abort();
  }, [queryClient, feed]);
}

/** Collects events, and repeats the reads that they concern; hidden tabs do it when they are seen again. */
function createRefresher(
  queryClient: QueryClient,
  signal: AbortSignal,
): (events: readonly LiveEvent[]) => void {
  let waiting: LiveEvent[] = [];
  const refresh = (stale: readonly StaleKey[]): void => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => stale.some((each) => isStale(queryKey, each)),
      refetchType: document.hidden ? 'none' : 'active',
    });
  };
  const refreshPage = atMostEvery(repeatMs, signal, () => {
    refresh([...staleKeysOf(waiting), ...feedKeys]);
    waiting = [];
  });
  const refreshFrame = atMostEvery(noticesMs, signal, () =>
    refresh([meQuery.queryKey, noticesQuery.queryKey]),
  );
  return (events) => {
    waiting.push(...events);
    refreshPage();
    refreshFrame();
  };
}
