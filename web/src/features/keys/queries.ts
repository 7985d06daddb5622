import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';
import type { KeySearch } from './key-search.ts';

export type ApiKey = components['schemas']['ApiKey'];

const pageSize = 50;

/** Keys of the organization, oldest first. */
export const apiKeysQuery = ({ q, scope, state, team, person }: KeySearch) =>
  infiniteQueryOptions({
    queryKey: ['api-keys', 'list', { q, scope, state, team, person }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        size: pageSize,
        ...(pageParam !== undefined && { after: pageParam }),
        ...(q !== undefined && { q }),
        ...(scope !== undefined && { scope }),
        ...(state !== undefined && { state }),
        ...(team !== undefined && { teamId: team }),
        ...(person !== undefined && { email: person }),
      };
      const sent = client.GET('/api/api-keys', { params: { query }, signal });
      return { keys: await read(sent), next: nextKeyOf((await sent).response) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** The keys of the signed-in person, oldest first. */
export const ownKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys', 'own'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { size: pageSize, ...(pageParam !== undefined && { after: pageParam }) };
    const sent = client.GET('/ui/me/keys', { params: { query }, signal });
    return { keys: await read(sent), next: nextKeyOf((await sent).response) };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});
