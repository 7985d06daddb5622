import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';

/** The accesses of the person and their teams. */
export const ownAccessQuery = queryOptions({
  queryKey: ['access', 'list', { mine: 'consumer' }],
  queryFn: ({ signal }) =>
    read(
      client.GET('/api/access', {
        params: { query: { mine: 'consumer', size: 100, sort: 'endsAt' } },
        signal,
      }),
    ),
});
