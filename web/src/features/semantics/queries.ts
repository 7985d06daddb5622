import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client, read, readTagged } from '../../api/client.ts';
import type { components, paths } from '../../api/schema.d.ts';
import { nextKeyOf } from '../../lib/next-key.ts';

export const base = '/api/semantics/experimental/namespaces/{namespace}' as const;
export const branchBase = `${base}/branches/{branch}` as const;

export type Branch = components['schemas']['SemanticBranch'];
export type Conflict = components['schemas']['SemanticConflict'];
export type ConceptChange = components['schemas']['SemanticConceptChange'];
export type Choice = components['schemas']['SemanticChoices']['choices'][number];
type MergeAnswer = paths[`${typeof branchBase}/merge`]['post']['responses'][200];
export type Rehearsal = MergeAnswer['content']['application/json'];
type RevisionsAnswer = paths[`${typeof base}/revisions`]['get']['responses'][200];
export type Revision = RevisionsAnswer['content']['application/json'][number];

/** The address of a namespace below /api. */
export function namespacePath(namespace: string): string {
  return `/api/semantics/experimental/namespaces/${encodeURIComponent(namespace)}`;
}

/** The address of a branch below /api. */
export function branchPath(namespace: string, branch: string): string {
  return `${namespacePath(namespace)}/branches/${encodeURIComponent(branch)}`;
}

const maxBranches = 200;

export const branchesQuery = (namespace: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'branches'],
    queryFn: ({ signal }) => {
      const params = { path: { namespace }, query: { size: maxBranches } };
      return read(client.GET(`${base}/branches`, { params, signal }));
    },
  });

export const branchQuery = (namespace: string, branch: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'branch', branch],
    queryFn: ({ signal }) =>
      read(client.GET(branchBase, { params: { path: { namespace, branch } }, signal })),
  });

const changesSize = 1_000;

/** The changes of a branch since it was cut. */
export const branchChangesQuery = (namespace: string, branch: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'branch', branch, 'changes'],
    queryFn: async ({ signal }) => {
      const params = { path: { namespace, branch }, query: { size: changesSize } };
      const sent = client.GET(`${branchBase}/changes`, { params, signal });
      const changes = await read(sent);
      const total = Number((await sent).response.headers.get('x-total-count') ?? changes.length);
      return { changes, total };
    },
  });

/** What a merge would do now: its conflicts, and the documents that they concern. */
export const rehearsalQuery = (namespace: string, branch: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'branch', branch, 'rehearsal'],
    retry: false,
    queryFn: ({ signal }) => readRehearsal(namespace, branch, { signal }),
  });

/** The conflicts behind those of the rehearsal, which lists 1,000 of them. */
export const moreConflictsQuery = (
  namespace: string,
  branch: string,
  { conflicts, conflictCount, revision }: Rehearsal,
) =>
  infiniteQueryOptions({
    queryKey: [
      ...rehearsalQuery(namespace, branch).queryKey,
      'more',
      revision,
      conflicts.length,
      conflictCount,
    ],
    enabled: conflicts.length < conflictCount,
    retry: false,
    initialPageParam: conflicts.length,
    queryFn: async ({ pageParam: from, signal }) => {
      const page = await readRehearsal(namespace, branch, { signal, from });
      return { conflicts: page.conflicts, impact: page.impact, end: from + page.conflicts.length };
    },
    getNextPageParam: ({ conflicts: last, end }) =>
      last.length > 0 && end < conflictCount ? end : undefined,
  });

/** What a merge would do, with the conflicts from a position on; with `text`, also the resulting ontology. */
export async function readRehearsal(
  namespace: string,
  branch: string,
  { signal, text = false, from = 0 }: { signal?: AbortSignal; text?: boolean; from?: number },
): Promise<Rehearsal> {
  const params = {
    path: { namespace, branch },
    query: { dryRun: true, text, conflictsFrom: from },
  };
  const sent = client.POST(`${branchBase}/merge`, { params, ...(signal && { signal }) });
  return (await read(sent)) as Rehearsal;
}

/** Choices that somebody has saved. */
export const savedChoicesQuery = (namespace: string, branch: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'branch', branch, 'choices'],
    queryFn: ({ signal }) => {
      const params = { path: { namespace, branch } };
      return read(client.GET(`${branchBase}/choices`, { params, signal }));
    },
  });

const revisionsSize = 50;

export const revisionsQuery = (namespace: string) =>
  infiniteQueryOptions({
    queryKey: ['namespaces', namespace, 'revisions'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: revisionsSize, ...(pageParam && { after: pageParam }) };
      const sent = client.GET(`${base}/revisions`, {
        params: { path: { namespace }, query },
        signal,
      });
      return { revisions: await read(sent), next: nextKeyOf((await sent).response) };
    },
    getNextPageParam: ({ next }) => next,
  });

/** Everything that was done to an ontology, newest first; for people of the organization. */
export const auditQuery = (namespace: string) =>
  infiniteQueryOptions({
    queryKey: ['namespaces', namespace, 'audit'],
    initialPageParam: undefined as string | undefined,
    retry: false,
    queryFn: async ({ pageParam, signal }) => {
      const query = { size: revisionsSize, ...(pageParam && { after: pageParam }) };
      const params = { path: { namespace }, query };
      const sent = client.GET(`${base}/audit`, { params, signal });
      return { entries: await read(sent), next: nextKeyOf((await sent).response) };
    },
    getNextPageParam: ({ next }) => next,
  });

/** The changes between two revisions. */
export const diffQuery = (namespace: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'diff', from, to],
    queryFn: async ({ signal }) => {
      const query = { from, to, size: changesSize };
      const sent = client.GET(`${base}/diff`, { params: { path: { namespace }, query }, signal });
      const changes = await read(sent);
      const total = Number((await sent).response.headers.get('x-total-count') ?? changes.length);
      return { changes, total };
    },
  });

/** One concept of a branch with its entity tag. */
export const branchConceptQuery = (namespace: string, branch: string, id: string) =>
  queryOptions({
    queryKey: ['namespaces', namespace, 'branch', branch, 'concept', id],
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      readTagged(
        client.GET(`${branchBase}/concepts/{id}`, {
          params: { path: { namespace, branch, id } },
          signal,
        }),
      ),
  });
