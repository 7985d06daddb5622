import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';

/** What an agent asks for, from the request in the address of the page. */
export const consentQuery = (request: string) =>
  queryOptions({
    queryKey: ['agents', 'authorization', request],
    queryFn: () => read(client.GET('/ui/agent-authorization', { params: { query: { request } } })),
    retry: false,
  });

/** Decides what an agent asks for, and leaves the page. */
export function useDecideConsent() {
  return useMutation({
    mutationFn: (body: { request: string; allow: boolean }) =>
      read(client.POST('/ui/agent-authorization', { body })),
    onSuccess: ({ redirect }) => location.assign(redirect),
  });
}

export const ownAgentsQuery = queryOptions({
  queryKey: ['agents', 'own'],
  queryFn: () => read(client.GET('/ui/agents')),
});

/** Ends what an agent was allowed. */
export function useEndAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      read(client.DELETE('/ui/agents/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownAgentsQuery.queryKey }),
  });
}
