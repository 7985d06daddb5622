import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';

type Ending = { id: string; etag: string | undefined; note?: string };

const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });

/** Ends an approved access now. */
export function useGiveBack() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, etag, note }: Ending) =>
      read(
        client.POST('/api/access/{id}/cancel', {
          params: { path: { id }, header: { ...ifMatch(etag), ...newKeyHeader() } },
          body: note ? { note } : {},
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['access'] }),
  });
}

/** Takes back a request that is not decided yet. */
export function useWithdraw() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, etag }: Ending) =>
      read(client.DELETE('/api/access/{id}', { params: { path: { id }, header: ifMatch(etag) } })),
    // The request may have been decided or changed meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: ['access'] }),
    onSuccess: (_, { id }) => {
      queryClient.removeQueries({ queryKey: ['access', id] });
      void queryClient.invalidateQueries({ queryKey: ['access', 'list'] });
    },
  });
}
