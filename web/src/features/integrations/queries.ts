import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import { client, read, readTagged } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';

export type Integration = components['schemas']['Integration'];
export type EditableIntegration = components['schemas']['UiIntegration'];
export type IntegrationRun = components['schemas']['IngestionRun'];
export type AssetSource = components['schemas']['AssetSource'];
export type Check = components['schemas']['IntegrationCheck'];

/** The filters of the list that the server applies. */
export type ListedFilters = { source?: string; team?: string; enabled?: boolean };

const pageSize = 100;
const pollMs = 5_000;
const checkMs = 1_000;

/** All integrations, each with its latest run; read again every five seconds while one runs. */
export const integrationsQuery = ({ source, team, enabled }: ListedFilters) =>
  infiniteQueryOptions({
    queryKey: ['integrations', 'list', { source, team, enabled }],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        size: pageSize,
        ...(pageParam !== '' && { after: pageParam }),
        ...(source !== undefined && { source }),
        ...(team !== undefined && { owningTeamExternalId: team }),
        ...(enabled !== undefined && { enabled }),
      };
      const sent = client.GET('/ui/integrations', { params: { query }, signal });
      const { data, error, response } = await sent;
      if (data === undefined) throw problemOf(response, error);
      return { integrations: data, next: nextKeyOf(response) };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const all = data?.pages.flatMap(({ integrations }) => integrations) ?? [];
      return all.some(({ latestRun }) => latestRun?.status === 'RUNNING') ? pollMs : false;
    },
  });

/** The platforms with the forms of their settings; they change with the server only. */
export const sourcesQuery = queryOptions({
  queryKey: ['integrations', 'sources'],
  queryFn: ({ signal }) => read(client.GET('/ui/asset-sources', { signal })),
  staleTime: 3_600_000,
});

/** An integration as people edit it, with the tag that a save sends back. */
export const integrationQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['integrations', id ?? '', 'document'],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) => {
            const sent = client.GET('/ui/integrations/{id}', { params: { path: { id } }, signal });
            return readTagged(sent);
          },
  });

/** The runs of an integration, newest first, 100 at a time; read again every five seconds while one runs. */
export const runsQuery = (id: string, status: IntegrationRun['status'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['integrations', id, 'runs', 'list', status],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: pageSize,
        ...(status !== undefined && { status }),
        ...(pageParam !== '' && { after: pageParam }),
      };
      const params = { path: { id }, query };
      const sent = client.GET('/ui/integrations/{id}/runs', { params, signal });
      const { data, error, response } = await sent;
      if (data === undefined) throw problemOf(response, error);
      return { runs: data, next: nextKeyOf(response) };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const all = data?.pages.flatMap(({ runs }) => runs) ?? [];
      return all.some(({ status: now }) => now === 'RUNNING') ? pollMs : false;
    },
  });

/** A connection test or a plan, asked for until it has ended. */
export const checkQuery = (id: string, checkId: string | undefined) =>
  queryOptions({
    queryKey: ['integrations', id, 'checks', checkId],
    queryFn:
      checkId === undefined
        ? skipToken
        : ({ signal }) => {
            const params = { path: { id, checkId } };
            return read(client.GET('/ui/integrations/{id}/checks/{checkId}', { params, signal }));
          },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'RUNNING' ? checkMs : false,
  });

export type RunAsset = components['schemas']['IngestionRunAsset'];
export type PlannedAsset = components['schemas']['PlannedAsset'];
export type AssetPage<Asset> = {
  assets: readonly Asset[];
  total: number;
  next: string | undefined;
};
export type PlannedFilter = { q?: string; change?: PlannedAsset['change'] };

/** The assets of a plan, 100 at a time. */
export const plannedAssetsQuery = (id: string, checkId: string, filter: PlannedFilter) =>
  infiniteQueryOptions({
    queryKey: ['integrations', id, 'checks', checkId, 'assets', filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<AssetPage<PlannedAsset>> => {
      const query = { size: pageSize, ...filter, ...(pageParam !== '' && { after: pageParam }) };
      const sent = client.GET('/ui/integrations/{id}/checks/{checkId}/assets', {
        params: { path: { id, checkId }, query },
        signal,
      });
      return pageOf(await sent);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

type Answered<Asset> = { data?: readonly Asset[]; error?: unknown; response: Response };

/** A page of a list with the number of all its entries. */
export function pageOf<Asset>({ data, error, response }: Answered<Asset>): AssetPage<Asset> {
  if (data === undefined) throw problemOf(response, error);
  const total = Number(response.headers.get('x-total-count') ?? data.length);
  return { assets: data, total, next: nextKeyOf(response) };
}

/** The next five times of a CRON expression, or a refusal that says what is wrong with it. */
export const scheduleQuery = (expression: string, timezone: string) =>
  queryOptions({
    queryKey: ['schedules', 'preview', expression, timezone],
    queryFn:
      expression === ''
        ? skipToken
        : ({ signal }) =>
            read(client.POST('/ui/schedules/preview', { body: { expression, timezone }, signal })),
    retry: false,
    placeholderData: keepPreviousData,
  });
