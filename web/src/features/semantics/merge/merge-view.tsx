import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { useRefusal } from '../../permissions/refusal.ts';
import { mergeTexts } from '../../../texts/merge.ts';
import { useSaveChoices } from '../changes.ts';
import { branchChangesQuery } from '../queries.ts';
import type { Branch, Choice, ConceptChange, Rehearsal } from '../queries.ts';
import { ConflictDetail } from './conflict-detail.tsx';
import { ConflictList } from './conflict-list.tsx';
import { choicesOf, completeChoices } from './decisions.ts';
import type { Decided, Decision } from './decisions.ts';
import { MergeFoot } from './merge-foot.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import { useEnding } from './use-ending.ts';
import type { Ending } from './use-ending.ts';
import { hasMoved } from './use-merge.ts';
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
  const { branch, rehearsal, saved, at, onLeft } = props;
  const names = { namespace: branch.namespace, branch: branch.name };
  const changes = useQuery(branchChangesQuery(names.namespace, names.branch)).data?.changes;
  const { conflicts, conflictCount } = rehearsal;
  const page = `merge/${names.namespace}/${names.branch}`;
  const { decided, decide, clear, isUnsaved } = useDecisions(page, conflicts, saved);
  const open = useOpen(decided, rehearsal, at);
  const left = decided.filter(({ state }) => state !== 'decided').length;
  useEffect(() => onLeft(left), [left, onLeft]);
  const ending = useEnding({ branch, decided, clear });
  useMergeKeys({ names, decided, open, decide });
  const byItself = useMemo(() => withoutConflicts(changes ?? [], conflicts), [changes, conflicts]);
  const nameOf = (concept: string | undefined) => nameIn(changes, concept);
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
          {open === undefined ? (
            <p className="soft">{mergeTexts.noConflicts}</p>
          ) : (
            <OpenConflict
              key={open.key}
              {...props}
              open={open}
              name={nameOf(open.conflict.concept)}
              changes={changes}
              onDecide={(decision) => decide(open, decision)}
            />
          )}
        </section>
      </div>
      <Ends {...props} decided={decided} ending={ending} isUnsaved={isUnsaved} onSaved={clear} />
    </>
  );
}

const nameIn = (changes: readonly ConceptChange[] | undefined, concept: string | undefined) =>
  concept === undefined
    ? mergeTexts.document
    : (changes?.find(({ external_id: id }) => id === concept)?.name ?? concept);

type OpenConflictProps = MergeViewProps & {
  open: Decided;
  name: string;
  changes: readonly ConceptChange[] | undefined;
  onDecide: (decision: Omit<Decision, 'seen'> | undefined) => void;
};

/** The conflict in the middle, with the documents that it concerns. */
function OpenConflict({ open, name, changes, branch, rehearsal, onDecide }: OpenConflictProps) {
  const { concept } = open.conflict;
  const usages = rehearsal.impact.find((each) => each.concept === concept)?.usages ?? [];
  const impact = impactOf(open, changes);
  return (
    <ConflictDetail open={open} branch={branch} name={name} impact={impact} onDecide={onDecide}>
      {concept !== undefined && <Users name={name} usages={usages} />}
    </ConflictDetail>
  );
}

type EndsProps = MergeViewProps & {
  decided: readonly Decided[];
  ending: Ending;
  isUnsaved: boolean;
  onSaved: () => void;
};

/** The bar at the bottom, and what lies over the page. */
function Ends({ branch, saved, decided, ending, isUnsaved, onSaved, ...preview }: EndsProps) {
  const names = { namespace: branch.namespace, branch: branch.name };
  const save = useSaveChoices(names);
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  return (
    <>
      {save.error !== null && <ProblemNote error={save.error} />}
      <MergeFoot
        namespace={names.namespace}
        decided={decided}
        isUnsaved={isUnsaved}
        isSaved={saved.length > 0}
        isBusy={ending.isBusy || save.isPending}
        refused={refused}
        onSave={() => save.mutate(choicesOf(decided), { onSuccess: onSaved })}
        onMerge={ending.start}
      />
      {preview.isPreview && (
        <PreviewDialog
          request={{ names, status: branch.status, choices: completeChoices(decided) }}
          open={decided.filter(({ state }) => state !== 'decided').length}
          onClose={preview.onPreviewEnd}
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
