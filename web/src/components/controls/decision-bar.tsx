import type { ReactNode } from 'react';
import { NoteInput } from './note-input.tsx';

type DecisionBarProps = {
  /** Label of the note. */
  label: string;
  note: string;
  onNote: (note: string) => void;
  /** Buttons of the decision, the usual one last. */
  children: ReactNode;
};

/** The fixed bar of a decision, with the note that the other side reads. */
export function DecisionBar({ label, note, onNote, children }: DecisionBarProps) {
  return (
    <div className="decision-bar">
      <NoteInput label={label} note={note} onChange={onNote} />
      <div className="row">{children}</div>
    </div>
  );
}
