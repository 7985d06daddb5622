import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read, readTagged } from '../../api/client.ts';
import type { components, paths } from '../../api/schema.d.ts';

export type Access = components['schemas']['Access'];
export type Step = components['schemas']['AccessHistoryEntry'];
export type Report = components['schemas']['ProvisioningReportEntry'];
export type Lifecycle = Access['lifecycle'];

/** What the list of the own accesses can be narrowed to. */
export type AccessFilters = { lifecycle?: Lifecycle | undefined; team?: string | undefined };

const pageSize = 100;

/** A page of a list: its entries, the count of all, and where the next one begins. */
export type AccessPage = {
  entries: readonly Access[];
  total: number;
  next: { after: string; afterValue?: string } | undefined;
};

/** Reads the cursor of the next page from the `Link` header. */
function nextOf(link: string | null): AccessPage['next'] {
  const address = /<([^>]+)>;\s*rel="next"/u.exec(link ?? '')?.[1];
  const after = address && new URL(address).searchParams.get('after');
  if (!address || !after) return undefined;
  const afterValue = new URL(address).searchParams.get('afterValue');
  return afterValue === null ? { after } : { after, afterValue };
}

type ListQuery = NonNullable<paths['/api/access']['get']['parameters']['query']>;

/** Reads a page of accesses with the count of all. */
export async function readAccessPage(query: ListQuery): Promise<AccessPage> {
  const sent = client.GET('/api/access', { params: { query: { ...query, count: true } } });
  const entries = await read(sent);
  const { headers } = (await sent).response;
  return {
    entries,
    total: Number(headers.get('x-total-count') ?? entries.length),
    next: nextOf(headers.get('link')),
  };
}

/** The accesses of the person and their teams, the newest request first. */
export const ownAccessesQuery = ({ lifecycle, team }: AccessFilters) =>
  infiniteQueryOptions({
    queryKey: ['access', 'list', { lifecycle, team }],
    queryFn: ({ pageParam }) =>
      readAccessPage({
        mine: 'consumer',
        sort: '-requestedAt',
        size: pageSize,
        ...(lifecycle && { lifecycle }),
        ...(team && { consumerTeamId: [team] }),
        ...pageParam,
      }),
    initialPageParam: undefined as AccessPage['next'],
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

/** One access with the entity tag that a decision sends back. */
export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', id, 'document'],
    queryFn: () => readTagged(client.GET('/api/access/{id}', { params: { path: { id } } })),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', id, 'history'],
    queryFn: () =>
      read(
        client.GET('/api/access/{id}/history', {
          params: { path: { id }, query: { size: 100 } },
        }),
      ),
  });

export const reportsQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', id, 'reports'],
    queryFn: () =>
      read(
        client.GET('/api/access/{id}/provisioning/reports', {
          params: { path: { id }, query: { size: 50 } },
        }),
      ),
  });

/** The contract of a port, in any of its formats. */
export const contractQuery = (id: string) =>
  queryOptions({
    queryKey: ['datacontracts', id, 'document'],
    queryFn: async () =>
      (await read(client.GET('/api/datacontracts/{id}', { params: { path: { id } } }))) as Record<
        string,
        unknown
      >,
  });
