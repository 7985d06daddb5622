import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { byCursor, readListPage } from '../../api/list-page.ts';
import type { components } from '../../api/schema.d.ts';
import { pollEvery } from '../../lib/poll.ts';
import { boundsOf } from '../../lib/address/time-range.ts';
import type { EventSearch } from './event-search.ts';

/** An event as people read it: newest first, with names. */
export type FeedEvent = components['schemas']['TeamUpdatedEnvelope'];
export type EventDelivery = components['schemas']['EventDelivery'];
export type FeedReader = components['schemas']['FeedReader'];

const pageSize = 50;
const pollMs = 5_000;

/** The feed, newest first. While it is followed it is read again every few seconds, the longer it is the more seldom. */
export const eventsQuery = (
  { type, subject, principal, since, from, to }: EventSearch,
  isLive: boolean,
) =>
  infiniteQueryOptions({
    queryKey: ['events', 'list', { type, subject, principal, since, from, to }],
    queryFn: ({ pageParam, signal }) => {
      const range = {
        ...(since && { since }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      };
      const query = {
        order: 'newest' as const,
        limit: pageSize,
        ...(type !== undefined && { types: type }),
        ...(subject !== undefined && { subject }),
        ...(principal !== undefined && { principal }),
        ...(pageParam !== undefined && { before: pageParam }),
        ...boundsOf(range, new Date()),
      };
      return readListPage<FeedEvent>(
        client.GET('/api/events', { params: { query }, signal }),
        'before',
      );
    },
    ...byCursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      isLive && pollEvery(pollMs * (query.state.data?.pages.length ?? 1))(query),
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'document'],
    queryFn: async ({ signal }) => {
      const sent = client.GET('/api/events/{id}', { params: { path: { id } }, signal });
      return (await read(sent)) as FeedEvent;
    },
    // An event never changes.
    staleTime: Infinity,
  });

export const eventDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'deliveries'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/events/{id}/deliveries', { params: { path: { id } }, signal })),
  });

/** Kinds and types that occur, for filters. */
export const kindsQuery = queryOptions({
  queryKey: ['audit', 'kinds'],
  queryFn: ({ signal }) => read(client.GET('/api/audit/kinds', { signal })),
  staleTime: 300_000,
});

/** Who reads the feed, and how far the feed is. */
export const readersQuery = queryOptions({
  queryKey: ['events', 'readers'],
  queryFn: ({ signal }) => read(client.GET('/api/ops/readers', { signal })),
  refetchInterval: pollEvery(pollMs),
});
