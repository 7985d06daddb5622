import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';

export type Todo = components['schemas']['Todo'];
export type StudioProduct = components['schemas']['StudioProduct'];

const ofTeam = (team: string | undefined) => (team === undefined ? {} : { team });

/** What waits for the person, or for one team. */
export const studioTodoQuery = (team: string | undefined) =>
  queryOptions({
    queryKey: ['todo', 'studio', team],
    queryFn: ({ signal }) =>
      read(client.GET('/ui/todo', { params: { query: ofTeam(team) }, signal })),
  });

/** The products of the person, by id. */
export const studioProductsQuery = (team: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['todo', 'products', team],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...ofTeam(team), ...(pageParam !== '' && { after: pageParam }) };
      const sent = client.GET('/ui/studio/products', { params: { query }, signal });
      const { data, error, response } = await sent;
      if (data === undefined) throw problemOf(response, error);
      const hasMore = response.headers.get('link')?.includes('rel="next"') === true;
      return { products: data, next: hasMore ? data.at(-1)?.id : undefined };
    },
    getNextPageParam: ({ next }) => next,
  });
