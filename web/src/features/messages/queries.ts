import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { nextKeyOf } from '../../lib/next-key.ts';
import type { Message, MessagePage, Shown } from './types.ts';
import { readV1 } from './v1.ts';

const conversationPage = 50;

/** The conversations of the person: pinned ones first, then by the last message. */
export const conversationsQuery = (show: Shown, words: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'conversations', { show, words }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        show,
        size: conversationPage,
        ...(words !== '' && { q: words }),
        ...(pageParam !== undefined && { after: pageParam }),
      };
      const sent = client.GET('/ui/messaging/conversations', { params: { query }, signal });
      const conversations = await read(sent);
      return { conversations, next: nextKeyOf((await sent).response) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** A conversation with its members. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'conversation', id],
    queryFn: ({ signal }) =>
      read(client.GET('/ui/messaging/conversations/{id}', { params: { path: { id } }, signal })),
  });

/** Messages that a conversation begins with. */
export const messagePageSize = 40;

/** Older ones come in larger pages: somebody looks for something. */
const olderPageSize = 100;

/** Messages before this one, or the newest. What a visible page shows counts as read. */
export function readMessagePage(
  id: string,
  before: string | undefined,
  signal?: AbortSignal,
): Promise<MessagePage> {
  const limit = before === undefined ? messagePageSize : olderPageSize;
  const query = new URLSearchParams({ conversation_id: id, limit: String(limit) });
  if (!document.hidden) query.set('mark_read', 'true');
  if (before !== undefined) query.set('starting_after', before);
  const sent = signal === undefined ? {} : { signal };
  return readV1(`/messages?${query.toString()}`, sent) as Promise<MessagePage>;
}

export const messagesKey = (id: string) => ['messages', 'list', id] as const;

/** The messages of a conversation, newest first. */
export const messagesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(id),
    queryFn: ({ pageParam, signal }) => readMessagePage(id, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ has_more: hasMore, data }) => (hasMore ? data.at(-1)?.id : undefined),
    // The stream keeps it up to date.
    staleTime: 300_000,
  });

/** A message that a search found, with those before and after it, oldest first. */
export const aroundQuery = (conversationId: string, messageId: string) =>
  queryOptions({
    queryKey: ['messages', 'around', conversationId, messageId],
    queryFn: async ({ signal }) => {
      const page = async (side: 'starting_after' | 'ending_before') => {
        const query = { conversation_id: conversationId, limit: '15', [side]: messageId };
        const path = `/messages?${new URLSearchParams(query).toString()}`;
        return ((await readV1(path, { signal })) as MessagePage).data.toReversed();
      };
      const [older, found, newer] = await Promise.all([
        page('starting_after'),
        readV1(`/messages/${encodeURIComponent(messageId)}`, { signal }) as Promise<Message>,
        page('ending_before'),
      ]);
      return [...older, found, ...newer];
    },
    gcTime: 0,
  });

/** Messages of a conversation that contain the words, newest first. */
export const messageSearchQuery = (id: string, words: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'search', id, words],
    queryFn: async ({ pageParam, signal }) => {
      const query = { q: words, size: 20, ...(pageParam !== undefined && { after: pageParam }) };
      const params = { path: { id }, query };
      const sent = client.GET('/ui/messaging/conversations/{id}/search', { params, signal });
      return { ...(await read(sent)), next: nextKeyOf((await sent).response) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** The people to write to, by name. */
export const messagingPeopleQuery = (words: string) =>
  queryOptions({
    queryKey: ['messages', 'people', words],
    queryFn: ({ signal }) => {
      const query = { size: 50, ...(words !== '' && { q: words }) };
      return read(client.GET('/ui/messaging/people', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
