import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import type { Access } from '../access/queries.ts';

const listed = 200;

/** Open requests that the person may decide, the oldest first. */
export const inboxQuery = queryOptions({
  queryKey: ['access', 'list', { mine: 'decide' }],
  queryFn: async () => {
    const query = { mine: 'decide', sort: 'requestedAt', count: true, size: listed } as const;
    const sent = client.GET('/api/access', { params: { query } });
    const requests = await read(sent);
    const total = Number((await sent).response.headers.get('x-total-count') ?? requests.length);
    return { requests, total };
  },
});

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
