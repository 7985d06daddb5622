import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import { gitPath, keyOfCredentials, keyOfGit } from './queries.ts';
import type { CredentialOwner, GitSubject } from './queries.ts';

type Schemas = components['schemas'];

/** A change of the connection, after which its state is read again, and then what else the page shows of the document. */
export function useGitChange<Input, Answer>(
  subject: GitSubject,
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOfGit(subject) });
      void queryClient.invalidateQueries({
        queryKey: [subject.kind, subject.id],
        predicate: ({ queryKey }) => queryKey[2] !== 'git',
      });
    },
  });
}

export type GitAction =
  | { action: 'check' }
  | { action: 'pull'; body: Schemas['GitPullRequest'] }
  | { action: 'push'; body: Schemas['GitPushRequest'] };

/** Requests a pull, a push or a look, and does not wait for its end. */
export const useGitAction = (subject: GitSubject) =>
  useGitChange(subject, (asked: GitAction) => {
    const path = gitPath(subject.kind);
    const header = { ...newKeyHeader(), Prefer: 'respond-async' };
    const params = { path: { id: subject.id }, header };
    switch (asked.action) {
      case 'check':
        return read(client.POST(`${path}/check`, { params }));
      case 'pull':
        return read(client.POST(`${path}/pull`, { params, body: asked.body }));
      case 'push':
        return read(client.POST(`${path}/push`, { params, body: asked.body }));
    }
  });

export const useCancelGitRun = (subject: GitSubject) =>
  useGitChange(subject, (id: string) =>
    read(
      client.POST('/api/git-runs/{id}/cancel', {
        params: { path: { id }, header: newKeyHeader() },
      }),
    ),
  );

/** Connects a document; the first look at the file goes on after the answer. */
export const usePutGitConnection = (subject: GitSubject) =>
  useGitChange(subject, (body: Schemas['GitConnectionRequest']) =>
    read(
      client.PUT(gitPath(subject.kind), {
        params: { path: { id: subject.id }, header: { Prefer: 'respond-async' } },
        body,
      }),
    ),
  );

export const useDisconnectGit = (subject: GitSubject) =>
  useGitChange(subject, () =>
    read(client.DELETE(gitPath(subject.kind), { params: { path: { id: subject.id } } })),
  );

function useCredentialChange<Input, Answer>(
  owner: CredentialOwner,
  mutationFn: (input: Input) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOfCredentials(owner) }),
  });
}

export type CredentialWrite = Schemas['GitCredentialUpdateRequest'];

/** Adds a credential, or replaces the one with this id; without a token the stored token stays. */
export const useWriteCredential = (owner: CredentialOwner, gitCredentialId: string | undefined) =>
  useCredentialChange(owner, (body: CredentialWrite) =>
    gitCredentialId === undefined
      ? addCredential(owner, { authenticationToken: '', ...body })
      : changeCredential(owner, gitCredentialId, body),
  );

function addCredential(owner: CredentialOwner, body: Schemas['GitCredentialCreateRequest']) {
  const header = newKeyHeader();
  return owner === null
    ? read(client.POST('/api/organization/gitcredentials', { params: { header }, body }))
    : read(
        client.POST('/api/teams/{id}/gitcredentials', {
          params: { path: { id: owner }, header },
          body,
        }),
      );
}

function changeCredential(owner: CredentialOwner, gitCredentialId: string, body: CredentialWrite) {
  return owner === null
    ? read(
        client.PUT('/api/organization/gitcredentials/{gitCredentialId}', {
          params: { path: { gitCredentialId } },
          body,
        }),
      )
    : read(
        client.PUT('/api/teams/{id}/gitcredentials/{gitCredentialId}', {
          params: { path: { id: owner, gitCredentialId } },
          body,
        }),
      );
}

export const useDeleteCredential = (owner: CredentialOwner) =>
  useCredentialChange(owner, (gitCredentialId: string) =>
    owner === null
      ? read(
          client.DELETE('/api/organization/gitcredentials/{gitCredentialId}', {
            params: { path: { gitCredentialId } },
          }),
        )
      : read(
          client.DELETE('/api/teams/{id}/gitcredentials/{gitCredentialId}', {
            params: { path: { id: owner, gitCredentialId } },
          }),
        ),
  );
