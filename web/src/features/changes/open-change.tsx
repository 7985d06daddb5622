import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { DecisionBar } from '../../components/controls/decision-bar.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useKeys } from '../../lib/keys.ts';
import { changeTexts } from '../../texts/studio/changes.ts';
import { saveBlock } from '../release/use-verdict.ts';
import { ChangeDetail } from './change-detail.tsx';
import { isBegun } from './proposal-editor.tsx';
import { changeQuery } from './queries.ts';
import type { Change } from './queries.ts';
import { focusNote, useChange } from './use-change.ts';
import './changes.css';

/** The open change with the bar that decides about it. */
export function OpenChange({ id, onNext }: { id: string; onNext: () => void }) {
  const query = useQuery(changeQuery(id));
  const actions = useChange(id, onNext);
  const [chosen, setEditing] = useState<boolean>();
  useDecisionKeys(query.data, actions);
  return (
    <Loaded query={query}>
      {(change) => {
        const isEditing = chosen ?? isBegun(change);
        return (
          <>
            <div className="inbox-inside">
              <ChangeDetail
                change={change}
                actions={actions}
                isEditing={isEditing}
                onEdit={setEditing}
              />
            </div>
            {change.status === 'open' && !isEditing && <Decide change={change} actions={actions} />}
          </>
        );
      }}
    </Loaded>
  );
}

type Actions = ReturnType<typeof useChange>;

function Decide({ change, actions }: { change: Change; actions: Actions }) {
  const { note, setNote, decide, error, isStale, needsNote, isBusy, told } = actions;
  const because = refusedBecause(change, told);
  const reason = useId();
  return (
    <div className="inbox-decision">
      {error !== undefined && <ProblemNote error={error} />}
      {isStale && (
        <p className="field-problem" role="alert">
          {changeTexts.changedMeanwhile}
        </p>
      )}
      {needsNote && (
        <p className="field-problem" role="alert">
          {changeTexts.noteFirst}
        </p>
      )}
      {because !== undefined && (
        <p id={reason} className="small soft">
          {because}
        </p>
      )}
      <DecisionBar label={changeTexts.note} note={note} onNote={setNote}>
        {change.mine && (
          <Button disabled={isBusy} onClick={() => void decide(change, 'withdraw')}>
            {changeTexts.withdraw}
          </Button>
        )}
        {change.mayDecide && (
          <>
            <Button tone="danger" disabled={isBusy} onClick={() => void decide(change, 'decline')}>
              {changeTexts.decline} <kbd>D</kbd>
            </Button>
            <Button
              tone="primary"
              disabled={isBusy || because !== undefined}
              aria-describedby={because === undefined ? undefined : reason}
              onClick={() => void decide(change, 'accept')}
            >
              {changeTexts.accept} <kbd>A</kbd>
            </Button>
          </>
        )}
      </DecisionBar>
    </div>
  );
}

/** Why the change cannot be accepted yet, or by this person. */
function refusedBecause(
  { mayDecide, outdated, verdict }: Change,
  told: ReadonlySet<string>,
): string | undefined {
  if (!mayDecide) return changeTexts.notYours;
  if (outdated) return changeTexts.acceptOutdated;
  if (verdict === null) return undefined;
  return saveBlock({ verdict, isCurrent: true, error: null }, told);
}

function useDecisionKeys(change: Change | undefined, actions: Actions): void {
  const latest = useRef({ change, actions });
  useEffect(() => void (latest.current = { change, actions }));
  const { keys } = changeTexts;
  useKeys(
    useMemo(() => {
      const decide = (verb: 'accept' | 'decline') => {
        const { change: open, actions: does } = latest.current;
        if (open?.status !== 'open' || !open.mayDecide || does.isBusy) return;
        if (verb === 'accept' && refusedBecause(open, does.told) !== undefined) return;
        void does.decide(open, verb);
      };
      return [
        { keys: 'a', does: keys.accept, run: () => decide('accept') },
        { keys: 'd', does: keys.decline, run: () => decide('decline') },
        { keys: 'n', does: keys.note, run: focusNote },
      ];
    }, [keys]),
  );
}
