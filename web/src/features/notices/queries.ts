import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isStatus, problemOf } from '../../api/problem.ts';
import type { NoticeFacts } from '../../texts/notices.ts';

/** A notice, as `GET /ui/notices` answers it. */
export type Notice = NoticeFacts & {
  id: string;
  subjectKind: string;
  subjectId: string;
  at: string;
  read: boolean;
};

type NoticeList = { unread: number; notices: readonly Notice[] };

const address = '/ui/notices';

async function readNotices(signal: AbortSignal): Promise<NoticeList> {
  const response = await fetch(address, { signal });
  const body: unknown = await response.json();
  if (!response.ok) throw problemOf(response, body);
  return body as NoticeList;
}

export const noticesQuery = queryOptions({
  queryKey: ['notices', 'list'],
  queryFn: ({ signal }) => readNotices(signal),
  refetchInterval: (query) => (isStatus(query.state.error, 404) ? false : 60_000),
});

/** Marks this notice and all older ones as read; shown at once, before the server has answered. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (upTo: string) => {
      const response = await fetch(`${address}/read`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'concordat' },
        body: JSON.stringify({ upTo }),
      });
      if (!response.ok) throw problemOf(response, undefined);
    },
    onMutate: () => {
      queryClient.setQueryData(noticesQuery.queryKey, (list) =>
        list === undefined
          ? list
          : { unread: 0, notices: list.notices.map((each) => ({ ...each, read: true })) },
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  });
}
