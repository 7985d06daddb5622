import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Permission = components['schemas']['PermissionExplanation']['action'];
export type Holders = components['schemas']['PermissionHolders'];

/** All that the person may or may not do with a resource, with the reasons. */
export const explanationsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['permissions', resource, 'explanations'],
    queryFn: async () => {
      const query = { resource: [resource] };
      const answer = await read(client.GET('/api/permissions/explain', { params: { query } }));
      return 'explanations' in answer ? answer.explanations : [answer];
    },
    staleTime: 300_000,
  });

/** The people and teams that may do an action. */
export const holdersQuery = (action: Permission, resource: string) =>
  queryOptions({
    queryKey: ['permissions', resource, action],
    queryFn: () =>
      read(
        client.GET('/api/permissions/who', {
          params: { query: { action: action as 'ACCESS_APPROVE', resource } },
        }),
      ),
    staleTime: 300_000,
  });
