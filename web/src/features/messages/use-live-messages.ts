import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followMessages } from './follow-messages.ts';
import type { StreamEvent } from './follow-messages.ts';
import { dropMessage, storeMessage } from './message-cache.ts';
import { sessionToken } from './v1.ts';

/** Lists are read again at most twice a second. */
const repeatMs = 500;

const channel = new BroadcastChannel('concordat-messages');

/** The stream takes one of six connections of the browser, so it begins after the reads of the page. */
const quietMs = 1_000;

/** Events, and the contact whose they are: another tab may be signed in as somebody else. */
type Told = { contact: string; events: readonly StreamEvent[] };

/** Shows what others write, change and delete. The tabs of a browser share one stream. */
export function useLiveMessages(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const refreshLists = atMostEvery(repeatMs, signal, () => {
      void queryClient.invalidateQueries({ queryKey: ['messages', 'conversations'] });
    });
    const take = (events: readonly StreamEvent[]): void => {
      for (const event of events) apply(queryClient, event);
      if (events.length > 0) refreshLists();
    };
    const reread = (isFirst: boolean): void => {
      // What was written between the first read and the begin of the stream.
      if (isFirst) void queryClient.invalidateQueries({ queryKey: ['messages', 'list'] });
      else rereadAll(queryClient);
    };
    void share(take, reread, signal);
    return () => stop.abort();
  }, [queryClient]);
}

async function share(
  take: (events: readonly StreamEvent[]) => void,
  reread: (isFirst: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const contact = await sessionToken().then(
    (token) => token.contact.id,
    () => undefined,
  );
  if (contact === undefined || signal.aborted) return;
  const hear = ({ data }: MessageEvent<Told>): void => {
    if (data.contact === contact) take(data.events);
  };
  channel.addEventListener('message', hear, { signal });
  const lead = () =>
    followMessages({
      onOpen: reread,
      onEvents: (events) => {
        take(events);
        channel.postMessage({ contact, events } satisfies Told);
      },
      signal,
    });
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  const locks = navigator.locks as LockManager | undefined;
  // Without TLS browsers have no locks: then each tab follows the messages itself.
  if (locks === undefined) return signal.aborted ? undefined : lead();
  try {
    await locks.request(`concordat-messages ${contact}`, { signal }, lead);
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

/** Runs it this long after the first of several calls. */
function atMostEvery(ms: number, signal: AbortSignal, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
}
