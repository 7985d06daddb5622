import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { FieldConflict } from '../lib/merge-fields.ts';
import { conflictTexts } from '../texts/states.ts';
import { Button } from './button.tsx';

type ConflictDialogProps = {
  conflicts: readonly FieldConflict[];
  /** The revision that somebody else saved. */
  revision: string;
  onClose: () => void;
  /** The chosen value of each field of the conflict. */
  onChoose: (chosen: Record<string, unknown>) => void;
};

const textOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return conflictTexts.nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** An edit met another one (412): both are shown, nothing that was typed is lost, and each field is chosen. */
export function ConflictDialog({ conflicts, revision, onClose, onChoose }: ConflictDialogProps) {
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, theirs: boolean) => {
    const next = new Set(takesTheirs);
    if (theirs) next.add(field);
    else next.delete(field);
    setTakesTheirs(next);
  };
  const save = () =>
    onChoose(
      Object.fromEntries(
        conflicts.map(({ field, theirs, mine }) => [field, takesTheirs.has(field) ? theirs : mine]),
      ),
    );
  return (
    <Modal opened onClose={onClose} size="xl" title={conflictTexts.title} withCloseButton={false}>
      <div className="stack">
        <p className="soft">{conflictTexts.detail(revision)}</p>
        <div className="sideways">
          <table>
            <thead>
              <tr>
                <th>{conflictTexts.field}</th>
                <th>{conflictTexts.base}</th>
                <th>{conflictTexts.theirs}</th>
                <th>{conflictTexts.mine}</th>
              </tr>
            </thead>
            <tbody>
              {conflicts.map((conflict) => (
                <ConflictRow
                  key={conflict.field}
                  conflict={conflict}
                  takesTheirs={takesTheirs.has(conflict.field)}
                  onTake={(theirs) => choose(conflict.field, theirs)}
                />
              ))}
            </tbody>
          </table>
        </div>
        <div className="row">
          <Button onClick={onClose}>{conflictTexts.cancel}</Button>
          <Button tone="primary" onClick={save}>
            {conflictTexts.save}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

type ConflictRowProps = {
  conflict: FieldConflict;
  takesTheirs: boolean;
  onTake: (theirs: boolean) => void;
};

function ConflictRow({ conflict, takesTheirs, onTake }: ConflictRowProps) {
  const { field, base, theirs, mine } = conflict;
  return (
    <tr>
      <th scope="row">{field}</th>
      <td>{textOf(base)}</td>
      <Choice
        field={field}
        name={conflictTexts.takeTheirs}
        text={textOf(theirs)}
        checked={takesTheirs}
        onTake={() => onTake(true)}
      />
      <Choice
        field={field}
        name={conflictTexts.takeMine}
        text={textOf(mine)}
        checked={!takesTheirs}
        onTake={() => onTake(false)}
      />
    </tr>
  );
}

type ChoiceProps = {
  field: string;
  name: string;
  text: string;
  checked: boolean;
  onTake: () => void;
};

function Choice({ field, name, text, checked, onTake }: ChoiceProps) {
  return (
    <td>
      <label className="stack">
        <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
        <span className="row small">
          <input type="radio" name={`conflict ${field}`} checked={checked} onChange={onTake} />
          {name}
        </span>
      </label>
    </td>
  );
}
