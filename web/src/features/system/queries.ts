import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { pollEvery } from '../../lib/poll.ts';

export type System = components['schemas']['System'];
export type MailTest = components['schemas']['MailTest'];

const pollMs = 60_000;
const waitSeconds = 20;

/** The installation; its checks are made anew each time. */
export const systemQuery = queryOptions({
  queryKey: ['operations', 'system'],
  queryFn: ({ signal }) => read(client.GET('/api/ops/system', { signal })),
  refetchInterval: pollEvery(pollMs),
});

/** Sends a test mail and waits for what the mail server answers. With the key of an earlier request it asks for the same mail. */
export function useTestMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ to, key }: { to: string; key: string }) =>
      read(
        client.POST('/api/ops/mail-test', {
          params: { header: { 'Idempotency-Key': key, Prefer: `wait=${waitSeconds}` } },
          body: { to },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemQuery.queryKey }),
  });
}
