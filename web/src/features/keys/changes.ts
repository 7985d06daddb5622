import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

function useKeyChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  });
}

type Keyed<Body> = { body: Body; key: string };
export type KeyRequest = components['schemas']['ApiKeyWish'];
export type OwnKeyRequest = components['schemas']['OwnApiKeyWrite'];

/** Creates a key. Its text is in the answer only, and no page keeps it. */
export const useCreateApiKey = () =>
  useKeyChange(({ body, key }: Keyed<KeyRequest>) =>
    read(client.POST('/api/api-keys', { params: { header: { 'Idempotency-Key': key } }, body })),
  );

/** Creates a key that acts for the signed-in person. */
export const useCreateOwnKey = () =>
  useKeyChange(({ body, key }: Keyed<OwnKeyRequest>) =>
    read(client.POST('/ui/me/keys', { params: { header: { 'Idempotency-Key': key } }, body })),
  );

/** Revokes a key of the organization, or an own one. */
export const useRevokeApiKey = (isOwn: boolean) =>
  useKeyChange((id: string) =>
    isOwn
      ? read(client.DELETE('/ui/me/keys/{id}', { params: { path: { id } } }))
      : read(client.DELETE('/api/api-keys/{id}', { params: { path: { id } } })),
  );
