import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { branchTexts } from '../../../texts/contracts/branches.ts';
import { useRebaseBranch } from './changes.ts';
import type { Branch, BranchConflict } from './queries.ts';

type Side = 'target' | 'branch';

/** The conflicts of a branch with both sides, and a choice for each. */
export function BranchConflicts({ branch }: { branch: Branch }) {
  const { conflicts, data_contract_id: id, name, may_write: mayWrite } = branch;
  const [taken, setTaken] = useState<Readonly<Record<string, Side>>>({});
  const rebase = useRebaseBranch({ id, branch: name });
  const choices = conflicts.flatMap(({ path }) => {
    const take = taken[path];
    return take === undefined ? [] : [{ path, take }];
  });
  const canDecide = mayWrite && choices.length === conflicts.length && !rebase.isPending;
  return (
    <section className="stack-16" aria-label={branchTexts.conflicts}>
      <h2>{branchTexts.conflicts}</h2>
      <p className="small soft">{branchTexts.conflictsHint}</p>
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.path}
          conflict={conflict}
          taken={taken[conflict.path]}
          onTake={(side) => setTaken({ ...taken, [conflict.path]: side })}
        />
      ))}
      {rebase.error !== null && <ProblemNote error={rebase.error} />}
      <div className="row">
        <Button tone="primary" disabled={!canDecide} onClick={() => rebase.mutate(choices)}>
          {branchTexts.decide}
        </Button>
      </div>
    </section>
  );
}

type ConflictProps = {
  conflict: BranchConflict;
  taken: Side | undefined;
  onTake: (side: Side) => void;
};

const sides = [
  ['target', branchTexts.ofContract],
  ['branch', branchTexts.ofBranch],
] as const;

function Conflict({ conflict, taken, onTake }: ConflictProps) {
  return (
    <fieldset className="card stack branch-conflict">
      <legend className="mono small">{conflict.path}</legend>
      {sides.map(([side, label]) => (
        <label key={side} className="check small">
          <input
            type="radio"
            name={conflict.path}
            checked={taken === side}
            onChange={() => onTake(side)}
          />
          <span className="medium">{label}</span>
          <code className="mono tiny">{valueText(conflict, side)}</code>
        </label>
      ))}
    </fieldset>
  );
}

function valueText(conflict: BranchConflict, side: Side): string {
  if (conflict.truncated === true) return branchTexts.tooLong;
  const value = conflict[side];
  if (value === undefined) return branchTexts.removed;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
