import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { meQuery } from '../session/queries.ts';

/** A notice, as `GET /ui/notices` answers it. */
export type Notice = components['schemas']['UiNotice'];

const pageSize = 30;

export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'list'],
  queryFn: ({ signal, pageParam }) =>
    read(
      client.GET('/ui/notices', {
        signal,
        params: { query: { size: pageSize, ...(pageParam !== undefined && { after: pageParam }) } },
      }),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ notices }) =>
    notices.length < pageSize ? undefined : notices.at(-1)?.id,
});

/** The notices to mark: single ones, or one with all that are older. */
type ReadMarks = { ids: string[] } | { upTo: string };

/** Marks notices as read; shown at once, before the server has answered. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  const setUnread = (change: (unread: number) => number): void => {
    queryClient.setQueryData(
      meQuery.queryKey,
      (me) =>
        me && { ...me, counters: { ...me.counters, notices: change(me.counters.notices) } },
    );
  };
  return useMutation({
    mutationFn: (body: ReadMarks) => read(client.POST('/ui/notices/read', { body })),
    onMutate: async (marks) => {
      await queryClient.cancelQueries({ queryKey: noticesQuery.queryKey });
      const isMarked = ({ id }: Notice) => 'upTo' in marks || marks.ids.includes(id);
      queryClient.setQueryData(
        noticesQuery.queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              notices: page.notices.map((each) => (isMarked(each) ? { ...each, read: true } : each)),
            })),
          },
      );
      setUnread((unread) => ('upTo' in marks ? 0 : Math.max(0, unread - marks.ids.length)));
    },
    onSuccess: ({ unread }) => setUnread(() => unread),
    onError: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}
