import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';

/** The stars of a product. */
export function starQuery(id: string) {
  return queryOptions({
    queryKey: ['dataproducts', id, 'star'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/dataproducts/{id}/star', { params: { path: { id } }, signal })),
  });
}

/** Gives or takes back a star; shown at once, before the server has answered. */
export function useStar(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = starQuery(id);
  const params = { path: { id } };
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      await (wanted
        ? read(client.PUT('/api/dataproducts/{id}/star', { params }))
        : read(client.DELETE('/api/dataproducts/{id}/star', { params })));
    },
    onMutate: (wanted) =>
      queryClient.setQueryData(queryKey, (old) =>
        old === undefined || old.starredByMe === wanted
          ? old
          : { count: old.count + (wanted ? 1 : -1), starredByMe: wanted },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
