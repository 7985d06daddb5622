import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import type { Check } from './queries.ts';

export type IntegrationBody = components['schemas']['IntegrationWrite'];
type Triggered = components['schemas']['TriggeredRun'];

/** Everything that pages show of integrations. */
const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['integrations'] });

type Save = {
  id: string;
  body: IntegrationBody;
  /** Undefined creates the integration, and is refused if its id is taken. */
  etag: string | undefined;
};

/** Stores an integration and returns its new tag; refused if somebody else stored it since it was read. */
export async function saveIntegration({ id, body, etag }: Save): Promise<string | undefined> {
  const header = etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': etag };
  const { error, response } = await client.PUT('/ui/integrations/{id}', {
    params: { path: { id }, header },
    body,
  });
  if (!response.ok) throw problemOf(response, error);
  return response.headers.get('etag') ?? undefined;
}

const checkPaths = {
  connection: '/ui/integrations/{id}/test-connection',
  plan: '/ui/integrations/{id}/plan',
} as const;

/** Starts a connection test or a plan, and does not wait for it. */
export async function startCheck(id: string, kind: Check['kind']): Promise<Check> {
  const header = { Prefer: 'respond-async', ...newKeyHeader() };
  return read(client.POST(checkPaths[kind], { params: { path: { id }, header } }));
}

export function useCancelCheck(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (checkId: string) =>
      read(
        client.POST('/ui/integrations/{id}/checks/{checkId}/cancel', {
          params: { path: { id, checkId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['integrations', id, 'checks'] }),
  });
}

/** What a run may remove despite the fuse: exactly the assets that a stopped run has listed. */
export type Accepted = { acceptRemovals: number; acceptRemovalsOf: string };

/** Starts a run and returns its id. */
export async function startRun(id: string, accepted?: Accepted): Promise<string> {
  const params = { path: { id }, header: newKeyHeader() };
  const sent = client.POST('/ui/integrations/{id}/run', { params, body: accepted ?? {} });
  return ((await read(sent)) as Triggered).ingestionRunId;
}

export function useStartRun(id: string, onStarted: (runId: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accepted: Accepted | undefined) => startRun(id, accepted),
    onSuccess: (runId) => {
      void refresh(queryClient);
      onStarted(runId);
    },
  });
}

export function useCancelRun(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(client.POST('/ui/integrations/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => refresh(queryClient),
  });
}

/** Undoes a run as a run of its own; refused if another number of assets would change now. */
export function useUndoRun(id: string, runId: string, onStarted: (runId: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (expectedCount: number) => {
      const params = { path: { id, runId }, header: newKeyHeader() };
      const sent = client.POST('/ui/integrations/{id}/runs/{runId}/undo', {
        params,
        body: { expectedCount },
      });
      return ((await read(sent)) as Triggered).ingestionRunId;
    },
    onSuccess: (undoId) => {
      void refresh(queryClient);
      onStarted(undoId);
    },
  });
}

const switchPaths = {
  enable: '/ui/integrations/{id}/enable',
  disable: '/ui/integrations/{id}/disable',
} as const;

/** Turns the schedule on or off. */
export function useSwitchSchedule(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (verb: 'enable' | 'disable') =>
      read(client.POST(switchPaths[verb], { params: { path: { id } } })),
    onSuccess: () => refresh(queryClient),
  });
}

export function useDeleteIntegration(id: string, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (etag: string | undefined) => {
      const header = etag === undefined ? {} : { 'If-Match': etag };
      return read(client.DELETE('/ui/integrations/{id}', { params: { path: { id }, header } }));
    },
    onSuccess: () => {
      onDeleted();
      queryClient.removeQueries({ queryKey: ['integrations', id] });
      return queryClient.invalidateQueries({ queryKey: ['integrations', 'list'] });
    },
  });
}
