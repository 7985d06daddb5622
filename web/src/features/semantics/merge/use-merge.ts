import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStatus } from '../../../api/problem.ts';
import { markConflicts, postChoices, postMerge, previewChoices } from '../changes.ts';
import type { Branch, Choice } from '../queries.ts';
import { readRehearsal } from '../queries.ts';

/** What a person should know before a merge. */
export type Warnings = {
  adjusted: readonly { concept: string; field: string }[];
  reprinted: readonly string[];
};

type Names = { namespace: string; branch: string };
export type MergeRequest = { names: Names; status: Branch['status']; choices: Choice[] };

/** True if the branch and its ontology disagree in other places than the choices are about. */
export const hasMoved = (error: unknown): boolean =>
  isStatus(error, 409) || (isStatus(error, 422) && error.code === 'invalid_body');

/** Applies the choices and merges. `onApplied` runs between both: then the branch has the choices, whatever comes of the merge. */
export function useMerge(onApplied: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ names, status, choices }: MergeRequest) => {
      if (choices.length > 0) {
        if (status !== 'conflicted') await markConflicts(names);
        await postChoices(names, choices);
        onApplied();
      }
      await postMerge(names);
    },
    onSuccess: (_, { names }) => {
      queryClient.removeQueries({
        queryKey: ['namespaces', names.namespace, 'branch', names.branch],
      });
      void queryClient.invalidateQueries({ queryKey: ['namespaces'] });
      void queryClient.invalidateQueries({ queryKey: ['concepts'] });
      void queryClient.invalidateQueries({ queryKey: ['todo'] });
    },
    onError: (_, { names }) =>
      queryClient.invalidateQueries({ queryKey: ['namespaces', names.namespace] }),
  });
}

export type Preview = Warnings & { text: string };

/** The ontology after a merge with these choices, and what a person should know of it. */
export async function readPreview({ names, status, choices }: MergeRequest): Promise<Preview> {
  if (choices.length === 0) {
    const { text = '', reprinted } = await readRehearsal(names.namespace, names.branch, {
      text: true,
    });
    return { text, adjusted: [], reprinted };
  }
  if (status !== 'conflicted') await markConflicts(names);
  const { text = '', adjusted, reprinted } = await previewChoices(names, choices);
  return { text, adjusted, reprinted };
}
