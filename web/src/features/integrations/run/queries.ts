import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import type { components } from '../../../api/schema.d.ts';
import type { LogFilter, LogLine } from '../../../components/documents/log-view.tsx';
import { pageOf } from '../queries.ts';
import type { AssetPage, IntegrationRun, RunAsset } from '../queries.ts';
import type { AssetFilter } from './run-search.ts';

export type UndoPlan = components['schemas']['IngestionUndoPlan'];

const keyOf = (id: string, runId: string) => ['integrations', id, 'runs', runId] as const;

/** A run; while it is in progress, a stream brings each change. */
export const runQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: [...keyOf(id, runId), 'document'],
    queryFn: async ({ signal }) => {
      const params = { path: { id, runId } };
      const sent = client.GET('/ui/integrations/{id}/runs/{runId}', { params, signal });
      return (await read(sent)) as IntegrationRun;
    },
  });

const waitingMs = 5_000;

/** Why a run has not begun yet. */
export const waitingQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: [...keyOf(id, runId), 'waiting'],
    queryFn: async ({ signal }) => {
      const params = { path: { id, runId } };
      const sent = client.GET('/ui/integrations/{id}/runs/{runId}', { params, signal });
      return ((await read(sent)) as IntegrationRun).waiting ?? { paused: null, workers: 1 };
    },
    refetchInterval: waitingMs,
    staleTime: 0,
  });

/** The loaded lines of a log, and how many there are. */
export type Log = { lines: readonly LogLine[]; total: number };

const logPath = '/ui/integrations/{id}/runs/{runId}/logs';

/** The last 1,000 lines of a log, or those before a line. */
export async function readLog(
  id: string,
  runId: string,
  query: LogFilter & { before?: number },
): Promise<Log> {
  const sent = client.GET(logPath, { params: { path: { id, runId }, query } });
  const { data, error, response } = await sent;
  if (data === undefined) throw problemOf(response, error);
  const lines = data as readonly LogLine[];
  return { lines, total: Number(response.headers.get('x-total-count') ?? lines.length) };
}

export const logQuery = (id: string, runId: string, filter: LogFilter) =>
  queryOptions({
    queryKey: [...keyOf(id, runId), 'log', filter],
    queryFn: () => readLog(id, runId, filter),
    placeholderData: keepPreviousData,
    // The stream brings what is new.
    staleTime: Number.POSITIVE_INFINITY,
  });

const pageSize = 100;

/** The assets that a run has changed or left alone. */
export const runAssetsQuery = (id: string, runId: string, filter: AssetFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id, runId), 'assets', filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<AssetPage<RunAsset>> => {
      const query = { size: pageSize, ...filter, ...(pageParam !== '' && { after: pageParam }) };
      const sent = client.GET('/ui/integrations/{id}/runs/{runId}/assets', {
        params: { path: { id, runId }, query },
        signal,
      });
      return pageOf(await sent);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** What the undo of a run would do now. */
export const undoPlanQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: [...keyOf(id, runId), 'undo'],
    queryFn: ({ signal }) => {
      const params = { path: { id, runId } };
      return read(client.GET('/ui/integrations/{id}/runs/{runId}/undo', { params, signal }));
    },
    staleTime: 0,
  });
