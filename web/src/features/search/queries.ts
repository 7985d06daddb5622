import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type SearchHit = components['schemas']['SearchAnswer']['results'][number];

/** The best matches over all kinds, for the search in the top bar. */
export function quickSearchQuery(words: string) {
  return queryOptions({
    queryKey: ['search', 'quick', words],
    queryFn: ({ signal }) =>
      read(client.GET('/api/search', { params: { query: { query: words } }, signal })),
    enabled: words.trim() !== '',
    placeholderData: keepPreviousData,
  });
}
