import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';

/** Whether a document may be edited, why, and by which teams it is owned, from its own up. */
export const editPermissionQuery = (collection: string, id: string) =>
  queryOptions({
    queryKey: [collection, id, 'permission'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const query = { action: 'RESOURCES_EDIT' as const, resource: [`${collection}/${id}`] };
      const explained = await read(
        client.GET('/api/permissions/explain', { params: { query }, signal }),
      );
      return 'explanations' in explained ? explained.explanations[0] : explained;
    },
  });
