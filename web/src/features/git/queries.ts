import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { isStatus } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { pollEvery } from '../../lib/poll.ts';

type Schemas = components['schemas'];

export type GitConnection = Schemas['GitConnectionResponse'];
export type GitRun = Schemas['GitRun'];
export type GitDifference = Schemas['GitDifference'];
export type GitCredential = Schemas['GitCredentialResponse'];

/** A document or an ontology that can be connected with a file. */
export type GitSubject = { kind: 'datacontracts' | 'dataproducts' | 'namespaces'; id: string };

/** The connection of a document with its newest runs. */
export type GitState = { connection: GitConnection; runs: readonly GitRun[] };

/** Runs at first, and at most: the API answers no more in one page. */
export const runCounts = { first: 10, most: 100 } as const;

const pollMs = 1_000;

const folders = {
  datacontracts: 'datacontracts',
  dataproducts: 'dataproducts',
  namespaces: 'semantics/experimental/namespaces',
} as const satisfies Record<GitSubject['kind'], string>;

/** The address of the connection. Its routes take and answer the same for all kinds, so that one of them stands for the types. */
export const gitPath = (kind: GitSubject['kind']) =>
  `/api/${folders[kind]}/{id}/gitconnection` as '/api/datacontracts/{id}/gitconnection';

export const keyOfGit = ({ kind, id }: GitSubject) => [kind, id, 'git'] as const;

export const isGoingOn = ({ outcome }: GitRun): boolean => outcome === null;

/**
 * The connection and its runs; null for a document without one. While a run is going on, it is read again each second. The runs are
 * read first, so that the connection shows what an ended run has stored.
 */
export const gitStateQuery = (subject: GitSubject, limit: number) =>
  queryOptions({
    queryKey: [...keyOfGit(subject), 'state', limit],
    queryFn: async ({ signal }): Promise<GitState | null> => {
      const path = gitPath(subject.kind);
      const at = { id: subject.id };
      try {
        const params = { path: at, query: { limit } };
        const runs = await read(client.GET(`${path}/runs`, { params, signal }));
        return { connection: await read(client.GET(path, { params: { path: at }, signal })), runs };
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
    refetchInterval: (query) =>
      query.state.data?.runs.some(isGoingOn) === true ? pollEvery(pollMs)(query) : false,
  });

/** Both texts as they are at one state of the connection. */
export const differenceQuery = (subject: GitSubject, { localHash, remoteHash }: GitConnection) =>
  queryOptions({
    queryKey: [...keyOfGit(subject), 'difference', localHash, remoteHash],
    queryFn: ({ signal }) => {
      const params = { path: { id: subject.id } };
      return read(client.GET(`${gitPath(subject.kind)}/difference`, { params, signal }));
    },
  });

/** Who owns credentials: a team, or the organization for null. */
export type CredentialOwner = string | null;

export const keyOfCredentials = (owner: CredentialOwner) =>
  owner === null ? ['settings', 'git-credentials'] : ['teams', owner, 'git-credentials'];

/** Credentials without their tokens, which the server never shows. */
export const credentialsQuery = (owner: CredentialOwner) =>
  queryOptions({
    queryKey: keyOfCredentials(owner),
    queryFn: ({ signal }) =>
      owner === null
        ? read(client.GET('/api/organization/gitcredentials', { signal }))
        : read(
            client.GET('/api/teams/{id}/gitcredentials', {
              params: { path: { id: owner } },
              signal,
            }),
          ),
  });
