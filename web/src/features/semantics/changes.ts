import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { newKeyHeader } from '../../lib/idempotency.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { branchBase, branchQuery } from './queries.ts';
import type { Branch, Choice } from './queries.ts';

type Names = { namespace: string; branch: string };

/** Cuts a branch with a title. */
export function useCut(namespace: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ branch, title }: { branch: string; title: string }) =>
      read(client.PUT(branchBase, { params: { path: { namespace, branch } }, body: { title } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['namespaces'] }),
  });
}

/** Deletes a branch with all its changes. */
export function useDeleteBranch({ namespace, branch }: Names) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => read(client.DELETE(branchBase, { params: { path: { namespace, branch } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['namespaces', namespace, 'branch', branch] });
      void queryClient.invalidateQueries({ queryKey: ['namespaces'] });
    },
  });
}

/** Merges the namespace into the branch, and says what came of it; what disagrees becomes a conflict. */
export function useRebase({ namespace, branch }: Names) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => postRebase({ namespace, branch }),
    onSuccess: (updated) => {
      queryClient.setQueryData(branchQuery(namespace, branch).queryKey, updated);
      const { status, conflict_count: conflicts, base_revision: base } = updated;
      const isConflicted = status === 'conflicted';
      notifications.show({
        message: isConflicted
          ? semanticTexts.updatedWithConflicts(conflicts)
          : semanticTexts.updated(base),
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['namespaces', namespace] }),
  });
}

async function postRebase(path: Names): Promise<Branch> {
  const params = { path, header: newKeyHeader() };
  // Only a dry run answers with effects instead of the branch.
  return (await read(client.POST(`${branchBase}/rebase`, { params }))) as Branch;
}

/** Keeps choices for others and other browsers, without applying them. */
export function useSaveChoices(path: Names) {
  const queryClient = useQueryClient();
  const { namespace, branch } = path;
  return useMutation({
    mutationFn: (choices: Choice[]) =>
      read(client.PUT(`${branchBase}/choices`, { params: { path }, body: { choices } })),
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: ['namespaces', namespace, 'branch', branch, 'choices'],
      }),
  });
}

/** The ontology of the branch after these choices; nothing is stored. */
export async function previewChoices(path: Names, choices: Choice[]) {
  const params = { path, query: { dryRun: true, text: true } };
  const sent = client.POST(`${branchBase}/resolve`, { params, body: { choices } });
  return read(sent);
}

/** A conflict that is decided needs its mark: only marked branches take choices. */
export async function markConflicts(path: Names): Promise<void> {
  await postRebase(path);
}

/** Applies choices for all conflicts to the branch. */
export function postChoices(path: Names, choices: Choice[]) {
  const params = { path, header: newKeyHeader() };
  return read(client.POST(`${branchBase}/resolve`, { params, body: { choices } }));
}

/** Merges the branch into its namespace. */
export function postMerge(path: Names) {
  const params = { path, header: newKeyHeader() };
  return read(client.POST(`${branchBase}/merge`, { params }));
}
