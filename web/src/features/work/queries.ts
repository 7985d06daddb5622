import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { pollEvery } from '../../lib/poll.ts';
import type { WorkFilter } from './work-search.ts';

type Schemas = components['schemas'];
export type WorkList = Schemas['WorkList'];
export type Work = Schemas['Work'];
export type Piece = Schemas['WorkHistory'];
export type Batch = Schemas['WorkBatch'];
export type BatchWithRows = Schemas['WorkBatchWithRows'];
export type BatchRow = BatchWithRows['rows'][number];
export type BatchAction = Batch['action'];
export type Outcome = BatchRow['outcome'];

const pageSize = 100;
const listMs = 5_000;
const pieceMs = 2_000;
const batchMs = 1_000;

/** More loaded pages are not read again by themselves: each would be another request. */
const maxPolledPages = 2;

export type WorkPage = { list: WorkList; next: string | undefined };

/** Work that matches the filter, newest first, 100 at a time, with its numbers by state. */
export const workQuery = (filter: WorkFilter) =>
  infiniteQueryOptions({
    queryKey: ['work', 'list', filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<WorkPage> => {
      const query = {
        ...filter,
        size: pageSize,
        ...(pageParam !== '' && { after: pageParam }),
      };
      const sent = client.GET('/api/ops/work', { params: { query }, signal });
      const { data, error, response } = await sent;
      if (data === undefined) throw problemOf(response, error);
      const hasMore = response.headers.get('link')?.includes('rel="next"') === true;
      return { list: data, next: hasMore ? data.work.at(-1)?.id : undefined };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      (query.state.data?.pages.length ?? 0) <= maxPolledPages ? pollEvery(listMs)(query) : false,
  });

const isOpen = (state: string | undefined): boolean => state === 'QUEUED' || state === 'RUNNING';

/** One piece of work with its attempts; while it waits or runs it is read again. */
export const pieceQuery = (id: string) =>
  queryOptions({
    queryKey: ['work', id, 'document'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/ops/work/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    refetchInterval: (query) =>
      isOpen(query.state.data?.state) ? pollEvery(pieceMs)(query) : false,
  });

/** Retries or cancels one piece of work. */
export function useIntervene(id: string, verb: BatchAction) {
  const queryClient = useQueryClient();
  const params = { path: { id } };
  return useMutation({
    mutationFn: () =>
      read(
        verb === 'retry'
          ? client.POST('/api/ops/work/{id}/retry', { params })
          : client.POST('/api/ops/work/{id}/cancel', { params }),
      ),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['work'] });
      await queryClient.invalidateQueries({ queryKey: ['operations'] });
    },
  });
}

export type Choice = {
  filter: WorkFilter | { ids: string[] };
  expectedCount: number;
};

/** Retries or cancels all that is chosen: exactly the expected number, or nothing. */
export function useStartBatch(action: BatchAction) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ filter, expectedCount }: Choice) => {
      // The type of a filter names the states of its action; the page offers an action only for these.
      const body = { filter: filter as { state?: 'QUEUED' }, expectedCount };
      const answer = await read(
        action === 'retry'
          ? client.POST('/api/ops/work/retry', { body })
          : client.POST('/api/ops/work/cancel', { body }),
      );
      return answer as BatchWithRows;
    },
    // Not awaited: the page goes on to the bulk action before its own list is read again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['work'] });
      void queryClient.invalidateQueries({ queryKey: ['operations'] });
    },
  });
}

/** Bulk actions, newest first. */
export const batchesQuery = (size: number) =>
  queryOptions({
    queryKey: ['work', 'batches', size],
    queryFn: ({ signal }) =>
      read(client.GET('/api/ops/work-batches', { params: { query: { size } }, signal })),
    refetchInterval: (query) =>
      query.state.data?.some(({ endedAt }) => endedAt === null) === true
        ? pollEvery(pieceMs)(query)
        : false,
  });

export type BatchPage = { batch: BatchWithRows; next: string | undefined };

/** One bulk action with what became of each piece; it is read again until it has ended. */
export const batchQuery = (id: string, outcome: Outcome | undefined) =>
  infiniteQueryOptions({
    queryKey: ['work', 'batch', id, outcome],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<BatchPage> => {
      const query = {
        size: pageSize,
        ...(outcome !== undefined && { outcome }),
        ...(pageParam !== '' && { after: pageParam }),
      };
      const params = { path: { id }, query };
      const sent = client.GET('/api/ops/work-batches/{id}', { params, signal });
      const { data, error, response } = await sent;
      if (data === undefined) throw problemOf(response, error);
      const hasMore = response.headers.get('link')?.includes('rel="next"') === true;
      return { batch: data, next: hasMore ? data.rows.at(-1)?.workId : undefined };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.batch.endedAt === null ? pollEvery(batchMs)(query) : false,
  });

/** Ends a bulk action before its rest is handled. */
export function useStopBatch(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(client.POST('/api/ops/work-batches/{id}/stop', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['work'] }),
  });
}
