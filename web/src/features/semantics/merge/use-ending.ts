import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import { titleOf, useOntologyName } from '../names.ts';
import type { Branch } from '../queries.ts';
import { choicesOf } from './decisions.ts';
import type { Decided } from './decisions.ts';
import { hasMoved, readPreview, useMerge } from './use-merge.ts';
import type { MergeRequest, Warnings } from './use-merge.ts';

/** The end of a merge, as the page shows it. */
export type Ending = {
  warnings: Warnings | undefined;
  isBusy: boolean;
  error: Error | null;
  /** Choices that the branch has already, although the merge did not end. */
  kept: number;
  start: () => void;
  confirm: () => void;
  cancel: () => void;
};

type EndingOf = { branch: Branch; decided: readonly Decided[]; clear: () => void };

/** From the decisions to the merge: it is tried first, and tells what it would change besides. */
export function useEnding({ branch, decided, clear }: EndingOf): Ending {
  const navigate = useNavigate();
  const ontology = useOntologyName(branch.namespace);
  const [warnings, setWarnings] = useState<Warnings>();
  const [isTrying, setTrying] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const [kept, setKept] = useState(0);
  const names = { namespace: branch.namespace, branch: branch.name };
  const request: MergeRequest = { names, status: branch.status, choices: choicesOf(decided) };
  const merge = useMerge(() => {
    setKept(request.choices.length);
    clear();
  });
  const leave = () => {
    notifications.show({ message: mergeTexts.merged(titleOf(branch), ontology) });
    const search = { tab: 'history' as const };
    void navigate({ to: '/semantics/$namespace', params: names, search });
  };
  const confirm = () => {
    setWarnings(undefined);
    merge.mutate(request, { onSuccess: leave });
  };
  const start = async () => {
    setTrying(true);
    setProblem(undefined);
    const found = await tryMerge(request);
    if (found instanceof Error) setProblem(found);
    else if (found === undefined) confirm();
    else setWarnings(found);
    setTrying(false);
  };
  return {
    warnings,
    isBusy: isTrying || merge.isPending,
    error: problem ?? merge.error,
    kept,
    start: () => void start(),
    confirm,
    cancel: () => setWarnings(undefined),
  };
}

/** What the merge would change besides the choices, or why it cannot be. Undefined if it may begin. */
async function tryMerge(request: MergeRequest): Promise<Warnings | Error | undefined> {
  try {
    const found = await readPreview(request);
    return found.adjusted.length + found.reprinted.length > 0 ? found : undefined;
  } catch (error) {
    // The merge itself says what is wrong, and finds the new conflicts.
    return hasMoved(error) ? undefined : (error as Error);
  }
}
