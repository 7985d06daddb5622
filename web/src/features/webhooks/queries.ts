import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { byCursor, readListPage } from '../../api/list-page.ts';
import type { components } from '../../api/schema.d.ts';
import { pollEvery } from '../../lib/poll.ts';

export type Webhook = components['schemas']['Webhook'];
export type ListedWebhook = components['schemas']['ListedWebhook'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type Exchange = components['schemas']['WebhookExchange'];
export type Replay = components['schemas']['WebhookReplay'];
export type ReplayPlan = components['schemas']['ReplayPlan'];
export type SignatureExample = components['schemas']['SignatureExample'];

/** What deliveries can be narrowed to. */
export type DeliveryStatus = Delivery['status'];

const pageSize = 50;
const pollMs = 5_000;
const busyPollMs = 1_000;

/** An organization has at most 100 webhooks. */
const maxWebhooks = 100;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => {
    const query = { size: maxWebhooks, counts: true };
    return read(client.GET('/api/webhooks', { params: { query }, signal }));
  },
  refetchInterval: pollEvery(pollMs),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'document'],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { counts: true } };
      return read(client.GET('/api/webhooks/{id}', { params, signal }));
    },
    refetchInterval: pollEvery(pollMs),
  });

/** Deliveries, the newest first; what waits is followed. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries', { status }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        size: pageSize,
        ...(status !== undefined && { status }),
        ...(pageParam !== undefined && { after: pageParam }),
      };
      const params = { path: { id }, query };
      return readListPage<Delivery>(
        client.GET('/api/webhooks/{id}/deliveries', { params, signal }),
        'after',
      );
    },
    ...byCursor,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? [];
      const isFirstTry = ({ status: state, attempts }: Delivery) =>
        state === 'pending' && attempts === 0;
      const isBusy = pages[0]?.entries.some(isFirstTry) ?? false;
      return pollEvery((isBusy ? busyPollMs : pollMs) * Math.max(1, pages.length))(query);
    },
  });

/** Failed deliveries that are sent again one by one, at most. */
export const maxRedelivered = 200;
const apiPageSize = 100;

/** The failed deliveries, the oldest first, as they are when somebody wants to send them again. */
export const failedDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'failed'],
    queryFn: async ({ signal }) => {
      const found: Delivery[] = [];
      let after: string | undefined;
      do {
        const query = { size: apiPageSize, status: 'failed' as const, ...(after && { after }) };
        const params = { path: { id }, query };
        const sent = client.GET('/api/webhooks/{id}/deliveries', { params, signal });
        const page = await readListPage<Delivery>(sent, 'after');
        found.push(...page.entries);
        after = page.next;
      } while (after !== undefined && found.length < maxRedelivered);
      return found.toReversed();
    },
    staleTime: 0,
    gcTime: 0,
  });

/** One delivery with what was sent and answered; followed until it has an answer. */
export const exchangeQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', deliveryId],
    queryFn: ({ signal }) => {
      const params = { path: { id, deliveryId } };
      return read(client.GET('/api/webhooks/{id}/deliveries/{deliveryId}', { params, signal }));
    },
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? busyPollMs : false),
  });

export const replaysQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'replays'],
    queryFn: ({ pageParam, signal }) => {
      const query = { size: pageSize, ...(pageParam !== undefined && { after: pageParam }) };
      const params = { path: { id }, query };
      return readListPage<Replay>(
        client.GET('/api/webhooks/{id}/replays', { params, signal }),
        'after',
      );
    },
    ...byCursor,
    // A replay is done once its deliveries are queued; they are still sent then.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.entries.some(({ state, pending }) => state === 'running' || pending > 0)
        ? busyPollMs
        : false,
  });
