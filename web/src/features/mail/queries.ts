import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { byCursor, readListPage } from '../../api/list-page.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import { pollEvery } from '../../lib/poll.ts';
import { boundsOf } from '../../lib/address/time-range.ts';
import type { MailSearch } from './mail-search.ts';

export type Mail = components['schemas']['Notification'];
export type MailWithText = components['schemas']['NotificationWithText'];

const pageSize = 50;
const pollMs = 10_000;
const busyPollMs = 1_000;

/** Mails and chat messages, the newest first; those on their way are followed. */
export const mailsQuery = (filters: Omit<MailSearch, 'message'>) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const { status, medium, template, recipient, team } = filters;
      const query = {
        size: pageSize,
        ...(status !== undefined && { status }),
        ...(medium !== undefined && { medium }),
        ...(template !== undefined && { template }),
        ...(recipient !== undefined && { recipient }),
        ...(team !== undefined && { teamId: team }),
        ...(pageParam !== undefined && { after: pageParam }),
        ...boundsOf(filters, new Date()),
      };
      return readListPage<Mail>(
        client.GET('/api/notifications', { params: { query }, signal }),
        'after',
      );
    },
    ...byCursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      pollEvery(pollMs * Math.max(1, query.state.data?.pages.length ?? 1))(query),
  });

/** True until the message was sent or given up; one that waits for a setting has a reason. */
const isOnItsWay = ({ status, reason }: Mail): boolean =>
  status === 'sending' || (status === 'queued' && reason === null);

/** One message with its text. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['notifications', id, 'document'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/notifications/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOnItsWay(data) ? busyPollMs : false,
  });

/** Sends a message again, or at once if it waits. */
export function useResend(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const params = { path: { id }, header: newKeyHeader() };
      return read(client.POST('/api/notifications/{id}/resend', { params }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
}
