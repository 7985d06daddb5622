import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { newKeyHeader } from '../../../lib/idempotency.ts';

type Schemas = components['schemas'];

export type GitWebhook = Schemas['GitWebhook'];
export type WebhookHost = GitWebhook['gitConnectionType'];

const key = ['settings', 'git-webhooks'];

/** Webhooks of Git hosts without their secrets. */
export const gitWebhooksQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => read(client.GET('/api/git-webhooks', { signal })),
});

function useWebhookChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** Creates a webhook. Its secret is in the answer only, and no page keeps it. */
export const useCreateGitWebhook = () =>
  useWebhookChange((body: Schemas['GitWebhookWrite']) =>
    read(client.POST('/api/git-webhooks', { params: { header: newKeyHeader() }, body })),
  );

export const useDeleteGitWebhook = () =>
  useWebhookChange((id: string) =>
    read(client.DELETE('/api/git-webhooks/{id}', { params: { path: { id } } })),
  );
