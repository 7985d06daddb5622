import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type SavedSearch = components['schemas']['SavedSearch'];
type SavedSearchWrite = components['schemas']['SavedSearchWrite'];

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches', 'list'],
  queryFn: ({ signal }) => read(client.GET('/ui/saved-searches', { signal })),
});

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
}

/** Saves a search, also again after its deletion. */
export function useSaveSearch() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: SavedSearchWrite & { id: string }) =>
      read(client.PUT('/ui/saved-searches/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}

export function useDeleteSavedSearch() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      read(client.DELETE('/ui/saved-searches/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}

/** Counts new results from now on. */
export function useMarkSeen() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) =>
      read(client.POST('/ui/saved-searches/{id}/seen', { params: { path: { id } } })),
    onSuccess: refresh,
  });
}
