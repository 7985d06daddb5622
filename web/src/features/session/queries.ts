import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { sessionEnded } from '../../lib/connection.ts';

/** Who is signed in, and what the frame of each page needs to know about them. */
export type Me = components['schemas']['Me'];

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => read(client.GET('/ui/me')),
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** Keys of the organization and the local administrator belong to no team: lists of what is theirs hold everything. */
export const seesAll = ({ scope, isOwner, email }: Me): boolean =>
  scope.startsWith('organization') || (isOwner && (email?.endsWith('.invalid') ?? true));

/** The signed-in person; pages inside of the frame have one. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}

/** Who owns the organization, and can help with pages that only they see. */
export const ownersQuery = queryOptions({
  queryKey: ['owners'],
  queryFn: () => read(client.GET('/ui/owners')),
  staleTime: 300_000,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => read(client.GET('/ui/sign-in-methods')),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => read(client.GET('/ui/sessions')),
});

export type Credentials = components['schemas']['SignIn'];

/** Signs in with a code or an API key. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => read(client.POST('/ui/session', { body })),
    onSuccess: async () => {
      sessionEnded.set(false);
      await queryClient.invalidateQueries();
    },
  });
}

/** Asks for a mail with a link that signs in and leads back to this path. */
export function useSignInMail() {
  return useMutation({
    mutationFn: (body: { email: string; return: string }) =>
      read(client.POST('/ui/sign-in/mail', { body })),
  });
}

/** Signs out, also at the sign-in provider, and leaves the page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.DELETE('/ui/session')),
    onSuccess: (signedOut) => {
      queryClient.clear();
      const isElsewhere = signedOut !== undefined && 'signOutUrl' in signedOut;
      location.assign(isElsewhere ? signedOut.signOutUrl : '/sign-in');
    },
  });
}

/** Ends one of the own sessions, or all but this one. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? read(client.DELETE('/ui/sessions'))
        : read(client.DELETE('/ui/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Works in another organization from now on. */
export function useSwitchOrganization() {
  return useMutation({
    mutationFn: (organizationId: string) =>
      read(client.POST('/ui/session/organization', { body: { organizationId } })),
    onSuccess: () => location.assign('/'),
  });
}
