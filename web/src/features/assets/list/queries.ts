import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { apiNames, assetFacets } from './asset-search.ts';
import type { AssetSearch } from './asset-search.ts';

export type AssetAnswer = components['schemas']['SearchAnswer'];
export type AssetHit = AssetAnswer['results'][number];

const pageSize = 100;

const parametersOf = (state: AssetSearch) => ({
  ...(state.q !== undefined && { query: state.q }),
  resourceType: ['DATA_ASSET' as const],
  ...Object.fromEntries(
    assetFacets.flatMap((name) => {
      const values = state[name];
      return values === undefined ? [] : [[apiNames[name].parameter, [...values]]];
    }),
  ),
});

/** Assets, 100 at a time; without words those that changed last come first. */
export const assetsQuery = (state: AssetSearch) =>
  infiniteQueryOptions({
    queryKey: ['assets', 'list', state],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === '' ? {} : { after: pageParam };
      const query = { ...parametersOf(state), size: pageSize, ...after };
      return read(client.GET('/api/search', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Counts for the filters, in a request of their own: the list does not wait for them. */
export const assetFacetsQuery = (state: AssetSearch) =>
  queryOptions({
    queryKey: ['assets', 'facets', state],
    queryFn: ({ signal }) => {
      const facets = [assetFacets.map((name) => apiNames[name].facet).join(',')];
      const query = { ...parametersOf(state), size: 0, facets };
      return read(client.GET('/api/search', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
