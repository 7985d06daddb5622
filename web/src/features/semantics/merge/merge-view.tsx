import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { ConceptChange, Rehearsal } from '../queries.ts';
import { ByItself } from './by-itself.tsx';
import { ConflictDetail } from './conflict-detail.tsx';
import { ConflictList } from './conflict-list.tsx';
import type { Decided, Decision } from './decisions.ts';
import { Ends } from './ends.tsx';
import { PaneChoice, Steps, usePane } from './panes.tsx';
import type { MergeViewProps } from './merge-props.ts';
import type { Ending } from './use-ending.ts';
import { hasMoved } from './use-merge.ts';
import { useMergeState } from './use-merge-state.ts';
import type { MergeState } from './use-merge-state.ts';
import { Users } from './users.tsx';

/** The merge of a branch: conflicts at the left, one of them in the middle, and what ends it at the bottom. */
export function MergeView(props: MergeViewProps) {
  const state = useMergeState(props);
  const { open, changes, ending, decided, left, decide, impacts } = state;
  const [pane, setPane] = usePane(props.at);
  const { conflictCount } = props.rehearsal;
  return (
    <>
      <PaneChoice
        pane={pane}
        counts={{ conflicts: conflictCount, 'by-itself': state.byItself.length }}
        onChange={setPane}
      />
      <div className={`merge-body show-${pane}`}>
        <Side state={state} conflictCount={conflictCount} />
        <section className="merge-main">
          <Outcome ending={ending} left={left} />
          {decided.length > 1 && <Steps onMove={state.move} />}
          {open === undefined ? (
            <p className="soft">{mergeTexts.noConflicts}</p>
          ) : (
            <OpenConflict
              key={open.key}
              {...props}
              open={open}
              impacts={impacts}
              name={nameIn(changes, open.conflict.concept)}
              changes={changes}
              onDecide={(decision) => decide(open, decision)}
            />
          )}
        </section>
      </div>
      <Ends
        {...props}
        decided={decided}
        ending={ending}
        isUnsaved={state.isUnsaved}
        onSaved={state.clear}
      />
    </>
  );
}

function Side({ state, conflictCount }: { state: MergeState; conflictCount: number }) {
  const { names, decided, isLoading, open, changes, decideOpen, error, byItself } = state;
  return (
    <section className="merge-side" aria-label={mergeTexts.side} tabIndex={0}>
      <ConflictList
        names={names}
        decided={decided}
        conflictCount={conflictCount}
        isLoading={isLoading}
        current={open?.key}
        nameOf={(concept) => nameIn(changes, concept)}
        onDecideOpen={decideOpen}
      />
      {error !== null && <ProblemNote error={error} />}
      <ByItself changes={byItself} />
    </section>
  );
}

const nameIn = (changes: readonly ConceptChange[] | undefined, concept: string | undefined) =>
  concept === undefined
    ? mergeTexts.document
    : (changes?.find(({ external_id: id }) => id === concept)?.name ?? concept);

type OpenConflictProps = MergeViewProps & {
  open: Decided;
  impacts: Rehearsal['impact'];
  name: string;
  changes: readonly ConceptChange[] | undefined;
  onDecide: (decision: Omit<Decision, 'seen'> | undefined) => void;
};

/** The conflict in the middle, with the documents that it concerns. */
function OpenConflict({ open, impacts, name, changes, branch, onDecide }: OpenConflictProps) {
  const { concept } = open.conflict;
  const usages = impacts.find((each) => each.concept === concept)?.usages ?? [];
  const impact = impactOf(open, changes);
  return (
    <ConflictDetail open={open} branch={branch} name={name} impact={impact} onDecide={onDecide}>
      {concept !== undefined && <Users name={name} usages={usages} />}
    </ConflictDetail>
  );
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
