import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import type { SandboxDetail } from './queries.ts';

export type SandboxWrite = components['schemas']['SandboxWrite'];

/** Creates a sandbox; the answer has its id. */
export function useCreateSandbox() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SandboxWrite) =>
      read(client.POST('/api/sandbox', { params: { header: newKeyHeader() }, body })),
    onSuccess: (sandbox) => {
      queryClient.setQueryData(['sandboxes', sandbox.id], sandbox);
      return queryClient.invalidateQueries({ queryKey: ['sandboxes', 'list'] });
    },
  });
}

type Step = 'next' | { to: string } | 'cancel' | 'reset';

/** Moves the clock to a time or to the next change, cancels the access, or begins again. */
export function useStepSandbox(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (step: Step): Promise<SandboxDetail> => {
      const params = { path: { id }, header: newKeyHeader() };
      if (step === 'next' || typeof step === 'object') {
        const body = step === 'next' ? { next: true as const } : { to: step.to };
        return read(client.POST('/api/sandbox/{id}/clock', { params, body }));
      }
      return step === 'cancel'
        ? read(client.POST('/api/sandbox/{id}/cancel', { params }))
        : read(client.POST('/api/sandbox/{id}/reset', { params }));
    },
    onSuccess: (sandbox) => queryClient.setQueryData(['sandboxes', id], sandbox),
  });
}

export function useDeleteSandbox(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.DELETE('/api/sandbox/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['sandboxes', id] });
      return queryClient.invalidateQueries({ queryKey: ['sandboxes', 'list'] });
    },
  });
}
