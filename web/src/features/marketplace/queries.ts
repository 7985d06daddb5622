import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components, paths } from '../../api/schema.d.ts';
import { allFacets, apiFilters } from './search-filters.ts';
import type { SearchState } from './search-filters.ts';

export type SearchAnswer = components['schemas']['SearchAnswer'];
export type SearchHit = SearchAnswer['results'][number];

type SearchParameters = NonNullable<paths['/api/search']['get']['parameters']['query']>;

const pageSize = 25;

/** What the reader has starred comes first, unless an order is chosen. */
const sortOf = ({ sort }: SearchState) => (sort === 'changed' ? '-updatedAt' : 'starred');

function parametersOf(state: SearchState): SearchParameters {
  return {
    ...(state.q !== undefined && { query: state.q }),
    sort: sortOf(state),
    ...(state.starred === true && { starred: 'me' as const }),
    // Values come from the address: the API answers 400 to one that it does not know.
    ...(apiFilters(state) as SearchParameters),
  };
}

/** Results, 25 at a time. */
export function searchQuery(state: SearchState) {
  return infiniteQueryOptions({
    queryKey: ['search', 'list', state],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === '' ? {} : { after: pageParam };
      const query = { ...parametersOf(state), size: pageSize, trend: true, ...after };
      return read(client.GET('/api/search', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** Counts for the filters, in a request of their own: the results do not wait for them. */
export function facetsQuery(state: SearchState) {
  return queryOptions({
    queryKey: ['search', 'facets', state],
    queryFn: ({ signal }) => {
      const query = { ...parametersOf(state), size: 0, facets: [allFacets] };
      return read(client.GET('/api/search', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

/** How many consumers each of these products has. */
export function consumerCountsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['access', 'consumer-counts', ids],
    queryFn: async ({ signal }) => {
      const query = { dataProductId: [...ids] };
      const counts = await read(
        client.GET('/api/access/consumer-counts', { params: { query }, signal }),
      );
      return new Map(counts.map((each) => [each.dataProductId, each.consumerCount]));
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
}
