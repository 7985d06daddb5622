import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import type { ReplayPlan, SignatureExample } from './queries.ts';

/** Without an address the stored one stays. */
export type WebhookForm = { id: string; url?: string; events: string[]; enabled: boolean };
export type ReplayRequest = components['schemas']['ReplayRequest'];

/** What a new webhook answers once. */
export type Created = { secret: string; example: SignatureExample };

/** A write, after which webhooks are read again. */
function useWebhookChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}

/** Creates or replaces a webhook. Only a new one answers with its secret. */
export const usePutWebhook = () =>
  useWebhookChange(async ({ id, ...body }: WebhookForm): Promise<Created | undefined> => {
    const sent = client.PUT('/api/webhooks/{id}', { params: { path: { id } }, body });
    const answer = await read(sent);
    return answer !== undefined && 'secret' in answer ? answer : undefined;
  });

export const useDeleteWebhook = (id: string) =>
  useWebhookChange(() => read(client.DELETE('/api/webhooks/{id}', { params: { path: { id } } })));

/** Sends a test event, also to a webhook that is paused; answers the id of its delivery. */
export const useTestWebhook = (id: string) =>
  useWebhookChange(() => {
    const params = { path: { id }, header: newKeyHeader() };
    return read(client.POST('/api/webhooks/{id}/test', { params }));
  });

export const useResumeWebhook = (id: string) =>
  useWebhookChange(() => {
    const params = { path: { id }, header: newKeyHeader() };
    return read(client.POST('/api/webhooks/{id}/resume', { params }));
  });

/** The new secret is in the answer only, and is not kept by the page. */
export const useRotateSecret = (id: string) =>
  useWebhookChange(() => {
    const params = { path: { id }, header: newKeyHeader() };
    return read(client.POST('/api/webhooks/{id}/rotate-secret', { params }));
  });

/** Sends a delivery again, under its former id. */
export function redeliver(id: string, deliveryId: string) {
  const params = { path: { id, deliveryId }, header: newKeyHeader() };
  return read(client.POST('/api/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params }));
}

export const useRedeliver = (id: string) =>
  useWebhookChange((deliveryId: string) => redeliver(id, deliveryId));

/** Counts the events of a replay and sends nothing. */
export const usePlanReplay = (id: string) =>
  useMutation({
    mutationFn: async (body: ReplayRequest): Promise<ReplayPlan> => {
      const params = { path: { id }, query: { dryRun: true } };
      const plan = await read(client.POST('/api/webhooks/{id}/replay', { params, body }));
      return plan as ReplayPlan;
    },
  });

/** Sends the events again. The key makes a repeated click harmless. */
export const useStartReplay = (id: string) =>
  useWebhookChange(({ body, key }: { body: ReplayRequest; key: string }) => {
    const params = { path: { id }, header: { 'Idempotency-Key': key } };
    return read(client.POST('/api/webhooks/{id}/replay', { params, body }));
  });

export const useCancelReplay = (id: string) =>
  useWebhookChange((replayId: string) => {
    const params = { path: { id, replayId }, header: newKeyHeader() };
    return read(client.POST('/api/webhooks/{id}/replays/{replayId}/cancel', { params }));
  });
