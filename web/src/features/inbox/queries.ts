import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { readAccessPage } from '../access/queries.ts';
import type { Access, AccessPage } from '../access/queries.ts';

const pageSize = 100;

/** Open requests that the person may decide, the oldest first. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: ['access', 'list', { mine: 'decide' }],
  queryFn: ({ pageParam }) =>
    readAccessPage({ mine: 'decide', sort: 'requestedAt', size: pageSize, ...pageParam }),
  initialPageParam: undefined as AccessPage['next'],
  getNextPageParam: (last) => last.next,
});

/** The loaded requests, and how many there are in all. */
export function openRequests(data: InfiniteData<AccessPage> | undefined): {
  requests: readonly Access[];
  total: number | undefined;
} {
  const requests = data?.pages.flatMap(({ entries }) => entries) ?? [];
  return { requests, total: data?.pages[0]?.total };
}

export type Todo = components['schemas']['Todo'];

/** What else waits for the person: failing tests, and accesses that are due. */
export const todoQuery = queryOptions({
  queryKey: ['todo'],
  queryFn: () => read(client.GET('/ui/todo', { params: { query: {} } })),
});

/** What an approval now would lead to: a dry run. It is made again when the request has changed. */
export const approvalPreviewQuery = (id: string, etag: string | undefined) =>
  queryOptions({
    queryKey: ['access', id, 'approval', etag],
    queryFn: async (): Promise<components['schemas']['AccessPreview']> => {
      const params = { path: { id }, query: { dryRun: true } };
      const answer = await read(client.POST('/api/access/{id}/approve', { params, body: {} }));
      return (answer as { access: components['schemas']['AccessPreview'] }).access;
    },
    retry: false,
  });

const earlierCount = 6;

/** What the consumer of a request has asked this provider for before, the latest first. */
export const earlierQuery = ({ consumer, provider }: Access) =>
  queryOptions({
    queryKey: ['access', 'list', { earlier: consumer, provider: provider.teamId }],
    queryFn: () => {
      const query = {
        sort: '-updatedAt',
        size: earlierCount + 1,
        ...(provider.teamId && { providerTeamId: [provider.teamId] }),
        ...consumerFilter(consumer),
      } as const;
      return read(client.GET('/api/access', { params: { query } }));
    },
  });

function consumerFilter({ dataProductId, teamId, userId }: Access['consumer']) {
  if (dataProductId) return { consumerDataProductId: dataProductId };
  return teamId ? { consumerTeamId: [teamId] } : { consumerUserId: userId ?? '' };
}

/** The tests of all ports of a product. */
export const qualityQuery = (dataProductId: string) =>
  queryOptions({
    queryKey: ['dataproducts', dataProductId, 'quality'],
    queryFn: () =>
      read(
        client.GET('/api/dataproducts/{id}/quality', { params: { path: { id: dataProductId } } }),
      ),
  });
