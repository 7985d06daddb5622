import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client, read } from '../../api/client.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import { afterReads } from '../live/after-reads.ts';
import { meQuery } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { followMessages } from './follow-messages.ts';
import type { StreamEvent } from './follow-messages.ts';
import { dropMessage, storeMessage } from './message-cache.ts';

/** Lists are read again at most twice a second, and so is the number of unread messages. */
const repeatMs = 500;

const channel = new BroadcastChannel('concordat-messages');

/** Events, and the person whose they are: another tab may be signed in as somebody else. */
type Told = { reader: string; events: readonly StreamEvent[] };

/**
 * Shows what others write, change and delete, and counts what is unread, on every page. The tabs of a browser share one stream. It
 * shows nothing itself, so that the frame can load it late.
 */
export function LiveMessages({ me: { organization, principal } }: { me: Me }) {
  const queryClient = useQueryClient();
  const reader = `${organization.id} ${principal}`;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    let counting = new AbortController();
    const refresh = atMostEvery(repeatMs, signal, () => {
      void queryClient.invalidateQueries({ queryKey: ['messages', 'conversations'] });
      // A slow count must not replace a later one.
      counting.abort();
      counting = new AbortController();
      void recount(queryClient, AbortSignal.any([signal, counting.signal]));
    });
    const take = (events: readonly StreamEvent[]): void => {
      for (const event of events) apply(queryClient, event);
      if (events.length > 0) refresh();
    };
    const reread = (hasMissed: boolean): void => {
      if (hasMissed) void queryClient.invalidateQueries({ queryKey: ['messages', 'list'] });
      refresh();
    };
    afterReads(queryClient, signal, () => void share({ reader, take, reread, signal }));
    return () => stop.abort();
  }, [queryClient, reader]);
  return null;
}

type Sharing = {
  reader: string;
  take: (events: readonly StreamEvent[]) => void;
  reread: (hasMissed: boolean) => void;
  signal: AbortSignal;
};

async function share({ reader, take, reread, signal }: Sharing): Promise<void> {
  const hear = ({ data }: MessageEvent<Told>): void => {
    if (data.reader === reader) take(data.events);
  };
  channel.addEventListener('message', hear, { signal });
  const lead = () =>
    followMessages({
      onOpen: reread,
      onEvents: (events) => {
        take(events);
        channel.postMessage({ reader, events } satisfies Told);
      },
      signal,
    });
  const locks = navigator.locks as LockManager | undefined;
  // Without TLS browsers have no locks: then each tab follows the messages itself.
  if (locks === undefined) return lead();
  try {
    await locks.request(`concordat-messages ${reader}`, { signal }, lead);
  } catch {
    // The page was left while it waited.
  }
}

function apply(queryClient: QueryClient, event: StreamEvent): void {
  if (event.type === 'truncated') rereadAll(queryClient);
  else if (event.type === 'deleted') dropMessage(queryClient, event.conversationId, event.id);
  else storeMessage(queryClient, event.message, event.type === 'created');
}

function rereadAll(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['messages'] });
}

/** Reads only the number of unread messages, which the navigation shows: a busy group would repeat all of `/ui/me` with each message. */
async function recount(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  // A count that fails is read with the next event, or within a minute.
  const own = await read(client.GET('/ui/messaging/contact', { signal })).catch(() => undefined);
  if (own === undefined) return;
  const messages = own.contact === null ? null : own.unreadMessages;
  queryClient.setQueryData(
    meQuery.queryKey,
    (me) => me && { ...me, counters: { ...me.counters, messages } },
  );
}
