import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { followQuery } from '../follows/queries.ts';

/** Gives or takes back a star; shown at once, before the server has answered. */
export function useStar(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = followQuery('dataproducts', id);
  const params = { path: { id } };
  return useMutation({
    mutationFn: async (wanted: boolean) => {
      await (wanted
        ? read(client.PUT('/api/dataproducts/{id}/star', { params }))
        : read(client.DELETE('/api/dataproducts/{id}/star', { params })));
    },
    onMutate: (wanted) =>
      queryClient.setQueryData(queryKey, (old) =>
        old?.stars === undefined || old.stars === null || old.stars.starredByMe === wanted
          ? old
          : {
              ...old,
              stars: { count: old.stars.count + (wanted ? 1 : -1), starredByMe: wanted },
            },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
