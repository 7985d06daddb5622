import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { useRefusal } from '../../access/refusal.ts';
import { mergeTexts } from '../../../texts/merge.ts';
import { useSaveChoices } from '../changes.ts';
import { branchChangesQuery } from '../queries.ts';
import type { Branch, Choice, ConceptChange, Rehearsal } from '../queries.ts';
import { ConflictDetail } from './conflict-detail.tsx';
import { ConflictList } from './conflict-list.tsx';
import { choicesOf, completeChoices } from './decisions.ts';
import type { Decided } from './decisions.ts';
import { MergeFoot } from './merge-foot.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import { hasMoved, readPreview, useMerge } from './use-merge.ts';
import type { MergeRequest, Warnings } from './use-merge.ts';
import { useMergeKeys } from './use-merge-keys.ts';
import { Users } from './users.tsx';
import { WarningDialog } from './warning-dialog.tsx';

type MergeViewProps = {
  branch: Branch;
  rehearsal: Rehearsal;
  saved: readonly Choice[];
  at: string | undefined;
  isPreview: boolean;
  onPreviewEnd: () => void;
  /** Takes the number of conflicts that are not decided. */
  onLeft: (left: number) => void;
};

/** The merge of a branch: conflicts at the left, one of them in the middle, and what ends it at the bottom. */
export function MergeView(props: MergeViewProps) {
  const { branch, rehearsal, saved, at, isPreview, onPreviewEnd, onLeft } = props;
  const names = { namespace: branch.namespace, branch: branch.name };
  const changes = useQuery(branchChangesQuery(names.namespace, names.branch)).data?.changes;
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  const { conflicts, conflictCount, impact } = rehearsal;
  const page = `merge/${names.namespace}/${names.branch}`;
  const { decided, decide, clear, isUnsaved } = useDecisions(page, conflicts, saved);
  const open = useOpen(decided, at);
  const left = decided.filter(({ state }) => state !== 'decided').length;
  useEffect(() => onLeft(left), [left, onLeft]);
  const save = useSaveChoices(names);
  const ending = useEnding({ branch, decided, clear });
  useMergeKeys({ names, decided, open, decide });
  const byItself = useMemo(() => withoutConflicts(changes ?? [], conflicts), [changes, conflicts]);
  const nameOf = (concept: string | undefined) =>
    concept === undefined
      ? mergeTexts.document
      : (changes?.find(({ external_id: id }) => id === concept)?.name ?? concept);
  const usages = impact.find(({ concept }) => concept === open?.conflict.concept)?.usages ?? [];
  return (
    <>
      <div className="merge-body">
        <section className="merge-side" aria-label={mergeTexts.side} tabIndex={0}>
          <ConflictList
            names={names}
            decided={decided}
            conflictCount={conflictCount}
            current={open?.key}
            nameOf={nameOf}
            byItself={byItself}
          />
        </section>
        <section className="merge-main">
          <Outcome ending={ending} left={left} />
          {save.error !== null && <ProblemNote error={save.error} />}
          {open !== undefined && (
            <ConflictDetail
              key={open.key}
              open={open}
              branch={branch}
              name={nameOf(open.conflict.concept)}
              impact={impactOf(open, changes)}
              onDecide={(decision) => decide(open, decision)}
            >
              {open.conflict.concept !== undefined && (
                <Users name={nameOf(open.conflict.concept)} usages={usages} />
              )}
            </ConflictDetail>
          )}
          {open === undefined && <p className="soft">{mergeTexts.noConflicts}</p>}
        </section>
      </div>
      <MergeFoot
        namespace={names.namespace}
        decided={decided}
        isUnsaved={isUnsaved}
        isSaved={saved.length > 0}
        isBusy={ending.isBusy || save.isPending}
        refused={refused}
        onSave={() => save.mutate(choicesOf(decided), { onSuccess: clear })}
        onMerge={ending.start}
      />
      {isPreview && (
        <PreviewDialog
          request={{ names, status: branch.status, choices: completeChoices(decided) }}
          open={left}
          onClose={onPreviewEnd}
        />
      )}
      {ending.warnings !== undefined && (
        <WarningDialog
          warnings={ending.warnings}
          onClose={ending.cancel}
          onConfirm={ending.confirm}
        />
      )}
    </>
  );
}

/** The conflict of the address; without one, the first that is open, which stays when it is decided. */
function useOpen(decided: readonly Decided[], at: string | undefined): Decided | undefined {
  const [first, setFirst] = useState<string>();
  const known = (wanted: string | undefined) => decided.find(({ key }) => key === wanted);
  const open = known(at) ?? known(first);
  const next = decided.find(({ state }) => state !== 'decided') ?? decided[0];
  if (open === undefined && next !== undefined) setFirst(next.key);
  return open ?? next;
}

function withoutConflicts(
  changes: readonly ConceptChange[],
  conflicts: Rehearsal['conflicts'],
): ConceptChange[] {
  const concepts = new Set(conflicts.map(({ concept }) => concept));
  return changes.filter(({ external_id: id }) => !concepts.has(id));
}

/** The impact of the field in conflict, else that of the whole change. */
function impactOf({ conflict }: Decided, changes: readonly ConceptChange[] | undefined) {
  const change = changes?.find(({ external_id: id }) => id === conflict.concept);
  const fields = (change?.fields ?? []) as { field: string; impact: string }[];
  const [top] = conflict.field.split('.');
  return (
    fields.find(({ field }) => field === conflict.field || field === top)?.impact ?? change?.impact
  );
}

type Ending = ReturnType<typeof useEnding>;

/** From the decisions to the merge: it is tried first, and tells what it would change besides. */
function useEnding({
  branch,
  decided,
  clear,
}: {
  branch: Branch;
  decided: readonly Decided[];
  clear: () => void;
}) {
  const navigate = useNavigate();
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
  const confirm = () => {
    setWarnings(undefined);
    merge.mutate(request, {
      onSuccess: () => {
        notifications.show({ message: mergeTexts.merged(names.branch, names.namespace) });
        const search = { tab: 'history' as const };
        void navigate({ to: '/semantics/$namespace', params: names, search });
      },
    });
  };
  const start = async () => {
    setTrying(true);
    setProblem(undefined);
    try {
      const found = await readPreview(request);
      if (found.adjusted.length + found.reprinted.length > 0) setWarnings(found);
      else confirm();
    } catch (error) {
      // The merge itself says what is wrong, and finds the new conflicts.
      if (hasMoved(error)) confirm();
      else setProblem(error as Error);
    }
    setTrying(false);
  };
  const isBusy = isTrying || merge.isPending;
  const error = problem ?? merge.error;
  return {
    warnings,
    isBusy,
    error,
    kept,
    start: () => void start(),
    confirm,
    cancel: () => setWarnings(undefined),
  };
}

/** What kept the merge from ending. */
function Outcome({ ending: { error, kept, isBusy }, left }: { ending: Ending; left: number }) {
  if (error === null || isBusy) return null;
  if (!hasMoved(error) || left === 0) return <ProblemNote error={error} />;
  return (
    <div className="note warn merge-note" role="alert">
      {mergeTexts.moved(left, kept)}
    </div>
  );
}
