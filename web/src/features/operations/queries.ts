import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import { pollEvery } from '../../lib/poll.ts';

export type Overview = components['schemas']['OperationsOverview'];
export type Finding = Overview['findings'][number];
export type Process = Overview['processes'][number];
export type Series = components['schemas']['OperationsSeries'];
export type KindState = components['schemas']['WorkKindState'];
export type Integration = components['schemas']['Integration'];

const pollMs = 5_000;
const minuteMs = 60_000;
const runsMs = 15_000;

/** What needs a human, and the processes. */
export const overviewQuery = queryOptions({
  queryKey: ['operations', 'overview'],
  queryFn: ({ signal }) => read(client.GET('/api/ops/overview', { signal })),
  refetchInterval: pollEvery(pollMs),
  staleTime: 0,
});

/** The kinds of work with their numbers. */
export const kindsQuery = queryOptions({
  queryKey: ['operations', 'kinds'],
  queryFn: ({ signal }) => read(client.GET('/api/ops/kinds', { signal })),
  refetchInterval: pollEvery(pollMs),
  staleTime: 0,
});

/** The numbers of the installation over the last hours; a point is added each minute. */
export const seriesQuery = (hours: number) =>
  queryOptions({
    queryKey: ['operations', 'series', hours],
    queryFn: ({ signal }) =>
      read(client.GET('/api/ops/series', { params: { query: { hours } }, signal })),
    refetchInterval: pollEvery(minuteMs),
    placeholderData: keepPreviousData,
  });

/** Integrations with their latest runs. */
export const latestRunsQuery = queryOptions({
  queryKey: ['integrations', 'latest-runs'],
  queryFn: ({ signal }) => read(client.GET('/api/integrations', { signal })),
  refetchInterval: pollEvery(runsMs),
});

/** Lets a paused kind of work start again. */
export function useResumeKind() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (kind: KindState['kind']) =>
      read(client.POST('/api/ops/kinds/{kind}/resume', { params: { path: { kind } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operations'] }),
  });
}

/** Pauses a kind of work; the reason is for the other operators. */
export function usePauseKind(kind: KindState['kind']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      read(
        client.POST('/api/ops/kinds/{kind}/pause', {
          params: { path: { kind } },
          body: { reason },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operations'] }),
  });
}

/** Sends a test event to a webhook now. */
export const useTestWebhook = () =>
  useMutation({
    mutationFn: (id: string) =>
      read(
        client.POST('/api/webhooks/{id}/test', {
          params: { path: { id }, header: newKeyHeader() },
        }),
      ),
  });
