import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { meQuery } from '../session/queries.ts';
import type { Conversation } from './types.ts';

type Pages = InfiniteData<{ conversations: Conversation[]; next: string | undefined }>;

/** Shows a conversation without unread messages, in its list and in the navigation, as the server will when it is asked again. */
export function countMarks(queryClient: QueryClient, conversationId: string): void {
  const lists = { queryKey: ['messages', 'conversations'] };
  const listed = queryClient
    .getQueriesData<Pages>(lists)
    .flatMap(([, known]) => known?.pages ?? [])
    .flatMap(({ conversations }) => conversations)
    .find(({ id, unreadCount }) => id === conversationId && unreadCount > 0);
  if (listed === undefined) return;
  queryClient.setQueriesData<Pages>(
    lists,
    (known) => known && withoutUnread(known, conversationId),
  );
  const { unreadCount, isMuted, archivedAt } = listed;
  if (isMuted || archivedAt !== null) return;
  queryClient.setQueryData(meQuery.queryKey, (me) => {
    if (me === undefined) return me;
    const messages = Math.max(0, (me.counters.messages ?? 0) - unreadCount);
    return { ...me, counters: { ...me.counters, messages } };
  });
}

const withoutUnread = (known: Pages, conversationId: string): Pages => ({
  ...known,
  pages: known.pages.map((page) => ({
    ...page,
    conversations: page.conversations.map((each) =>
      each.id === conversationId ? { ...each, unreadCount: 0 } : each,
    ),
  })),
});
