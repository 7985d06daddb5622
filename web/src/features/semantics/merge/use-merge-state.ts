import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { branchChangesQuery } from '../queries.ts';
import type { ConceptChange, Conflict, Rehearsal } from '../queries.ts';
import type { Decided } from './decisions.ts';
import type { MergeViewProps } from './merge-props.ts';
import { useConflicts } from './use-conflicts.ts';
import { useDecisions } from './use-decisions.ts';
import { useEnding } from './use-ending.ts';
import { useMergeKeys } from './use-merge-keys.ts';

export type MergeState = ReturnType<typeof useMergeState>;

/** The conflicts of a merge with their decisions, the open one of them, and what ends the merge. */
export function useMergeState({ branch, rehearsal, saved, at, onLeft }: MergeViewProps) {
  const names = { namespace: branch.namespace, branch: branch.name };
  const changes = useQuery(branchChangesQuery(names.namespace, names.branch)).data?.changes;
  const { conflicts, impact: impacts, isLoading, error } = useConflicts(names, rehearsal);
  const page = `merge/${names.namespace}/${names.branch}`;
  const decisions = useDecisions(page, conflicts, saved);
  const { decided, decide, clear } = decisions;
  const open = useOpen(decided, rehearsal, at);
  const done = decided.filter(({ state }) => state === 'decided').length;
  const left = rehearsal.conflictCount - done;
  useEffect(() => onLeft(left), [left, onLeft]);
  const ending = useEnding({ branch, decided, clear });
  const move = useMergeKeys({ names, decided, open, decide });
  const byItself = useMemo(() => withoutConflicts(changes ?? [], conflicts), [changes, conflicts]);
  const read = { changes, impacts, isLoading, error, byItself };
  return { ...decisions, ...read, names, open, left, ending, move };
}

/** The conflict of the address; without one, the first that is open, which stays when it is decided, until the conflicts are others. */
function useOpen(
  decided: readonly Decided[],
  { conflicts }: Rehearsal,
  at: string | undefined,
): Decided | undefined {
  const [first, setFirst] = useState<{ of: Rehearsal['conflicts']; key: string }>();
  const known = (wanted: string | undefined) => decided.find(({ key }) => key === wanted);
  const open = known(at) ?? (first?.of === conflicts ? known(first.key) : undefined);
  const next = decided.find(({ state }) => state !== 'decided') ?? decided[0];
  if (open === undefined && next !== undefined) setFirst({ of: conflicts, key: next.key });
  return open ?? next;
}

function withoutConflicts(
  changes: readonly ConceptChange[],
  conflicts: readonly Conflict[],
): ConceptChange[] {
  const concepts = new Set(conflicts.map(({ concept }) => concept));
  return changes.filter(({ external_id: id }) => !concepts.has(id));
}
