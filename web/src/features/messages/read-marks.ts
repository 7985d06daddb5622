import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Conversation } from './types.ts';

type Pages = InfiniteData<{ conversations: Conversation[]; next: string | undefined }>;

/** Shows a conversation without unread messages, as the server will when it is asked again. */
export function countMarks(queryClient: QueryClient, conversationId: string): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['messages', 'conversations'] }, (known) => {
    if (known === undefined) return known;
    const isUnread = ({ id, unreadCount }: Conversation) =>
      id === conversationId && unreadCount > 0;
    if (!known.pages.some(({ conversations }) => conversations.some(isUnread))) return known;
    const pages = known.pages.map((page) => ({
      ...page,
      conversations: page.conversations.map((each) =>
        isUnread(each) ? { ...each, unreadCount: 0 } : each,
      ),
    }));
    return { ...known, pages };
  });
}
