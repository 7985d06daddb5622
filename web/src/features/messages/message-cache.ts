import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { messagesKey } from './queries.ts';
import type { Message, MessagePage } from './types.ts';

type Pages = InfiniteData<MessagePage, string | undefined>;

/** Changes the loaded messages of a conversation; pages may only be taken from the end. */
export function changePages(
  queryClient: QueryClient,
  conversationId: string,
  change: (pages: readonly MessagePage[]) => MessagePage[],
): void {
  queryClient.setQueryData<Pages>(messagesKey(conversationId), (known) =>
    known === undefined ? known : withPages(known, change(known.pages)),
  );
}

const withPages = ({ pageParams }: Pages, pages: MessagePage[]): Pages => ({
  pages,
  pageParams: pageParams.slice(0, pages.length),
});

/** Adds a message that was sent, or replaces the one that is known. A changed message that is not loaded stays so. */
export function storeMessage(queryClient: QueryClient, message: Message, isNew: boolean): void {
  changePages(queryClient, message.conversation_id, (pages) => {
    const isKnown = pages.some(({ data }) => data.some(({ id }) => id === message.id));
    if (isKnown) {
      return pages.map((page) => ({
        ...page,
        data: page.data.map((each) => (each.id === message.id ? message : each)),
      }));
    }
    const [first, ...others] = pages;
    if (!isNew || first === undefined) return [...pages];
    return [{ ...first, data: [message, ...first.data] }, ...others];
  });
}

/** Takes a deleted message away. */
export function dropMessage(queryClient: QueryClient, conversationId: string, id: string): void {
  changePages(queryClient, conversationId, (pages) =>
    pages.map((page) => ({ ...page, data: page.data.filter((each) => each.id !== id) })),
  );
}
