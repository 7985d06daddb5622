import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { meQuery } from '../session/queries.ts';

/** A notice, as `GET /ui/notices` answers it. */
export type Notice = components['schemas']['UiNotice'];

export const noticesQuery = queryOptions({
  queryKey: ['notices', 'list'],
  queryFn: ({ signal }) => read(client.GET('/ui/notices', { signal })),
});

/** The notices to mark: single ones, or one with all that are older. */
type ReadMarks = { ids: string[] } | { upTo: string };

/** Marks notices as read; shown at once, before the server has answered. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReadMarks) => read(client.POST('/ui/notices/read', { body })),
    onMutate: (marks) => {
      queryClient.setQueryData(noticesQuery.queryKey, (list) => {
        if (list === undefined) return list;
        const isMarked = ({ id }: Notice) => 'upTo' in marks || marks.ids.includes(id);
        return {
          ...list,
          notices: list.notices.map((each) => (isMarked(each) ? { ...each, read: true } : each)),
        };
      });
    },
    onSuccess: ({ unread }) => {
      queryClient.setQueryData(
        meQuery.queryKey,
        (me) => me && { ...me, counters: { ...me.counters, notices: unread } },
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}
