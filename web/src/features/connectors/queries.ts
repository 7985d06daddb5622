import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';

export type Connector = components['schemas']['FollowingConnector'];

const pageSize = 100;
const pollMs = 10_000;

/** The connectors with their heartbeat, asked for every ten seconds: no event tells that one fell silent. */
export const connectorsQuery = infiniteQueryOptions({
  queryKey: ['connectors', 'following'],
  initialPageParam: '',
  queryFn: async ({ pageParam, signal }) => {
    const query = { size: pageSize, ...(pageParam !== '' && { after: pageParam }) };
    const sent = client.GET('/api/ops/connectors', { params: { query }, signal });
    const { data, error, response } = await sent;
    if (data === undefined) throw problemOf(response, error);
    return { connectors: data, next: nextKeyOf(response) };
  },
  getNextPageParam: ({ next }) => next,
  refetchInterval: pollMs,
});
