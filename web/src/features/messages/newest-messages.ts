import type { QueryClient } from '@tanstack/react-query';
import { changePages } from './message-cache.ts';
import { messagePageSize, readMessagePage } from './queries.ts';
import type { Message, MessagePage } from './types.ts';

/**
 * Reads the newest messages again. The older ones stay as the stream keeps them: to read them all again would repeat every page that
 * somebody has scrolled through.
 */
export async function refreshNewest(queryClient: QueryClient, id: string): Promise<void> {
  // What fails is read again when the page is seen the next time.
  const newest = await readMessagePage(id, undefined).catch(() => undefined);
  if (newest === undefined) return;
  changePages(queryClient, id, (pages) => [withNewest(pages, newest)]);
}

/** Only the newest messages are kept of a conversation that is left: it is opened at its end. */
export function forgetOlder(queryClient: QueryClient, id: string): void {
  changePages(queryClient, id, (pages) => {
    const known = messagesIn(pages);
    const data = known.slice(0, messagePageSize);
    return [{ data, has_more: data.length < known.length || hasMore(pages) }];
  });
}

const messagesIn = (pages: readonly MessagePage[]): Message[] => pages.flatMap(({ data }) => data);
const hasMore = (pages: readonly MessagePage[]): boolean => pages.at(-1)?.has_more ?? false;

function withNewest(pages: readonly MessagePage[], newest: MessagePage): MessagePage {
  const known = messagesIn(pages);
  const last = newest.data.at(-1);
  const at = known.findIndex(({ id }) => id === last?.id);
  // More has come than a page holds.
  if (at === -1) return newest;
  return { data: [...newest.data, ...known.slice(at + 1)], has_more: hasMore(pages) };
}
