import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { newKeyHeader } from '../../../lib/idempotency.ts';
import { importQuery, keyOfImport } from './queries.ts';

export type ImportRequest = components['schemas']['GitImportsRequest'];

/** Requests an import or its preview, and does not wait for its end. */
export function useStartImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ImportRequest) => {
      const header = { ...newKeyHeader(), Prefer: 'respond-async' };
      return read(client.POST('/api/git-imports', { params: { header }, body }));
    },
    onSuccess: (started) => queryClient.setQueryData(importQuery(started.id).queryKey, started),
  });
}

export function useCancelImport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const params = { path: { id }, header: newKeyHeader() };
      return read(client.POST('/api/git-imports/{id}/cancel', { params }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOfImport(id) }),
  });
}
