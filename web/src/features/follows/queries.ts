import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';

/** What can be followed. */
export type FollowedKind = 'dataproducts' | 'datacontracts' | 'teams' | 'concepts';

export function followQuery(kind: FollowedKind, id: string) {
  return queryOptions({
    queryKey: ['follows', kind, id],
    queryFn: ({ signal }) =>
      read(client.GET('/ui/follows/{kind}/{id}', { params: { path: { kind, id } }, signal })),
  });
}

/** Follows a document or stops; shown at once, before the server has answered. */
export function useFollow(kind: FollowedKind, id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = followQuery(kind, id);
  const params = { path: { kind, id } };
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      await (wanted
        ? read(client.PUT('/ui/follows/{kind}/{id}', { params }))
        : read(client.DELETE('/ui/follows/{kind}/{id}', { params })));
    },
    onMutate: (wanted) =>
      queryClient.setQueryData(queryKey, (old) => old && { ...old, following: wanted }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
