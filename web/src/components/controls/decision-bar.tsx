import type { ReactNode } from 'react';

type DecisionBarProps = {
  /** Label of the note. */
  label: string;
  note: string;
  onNote: (note: string) => void;
  maxLength: number;
  /** Buttons of the decision, the usual one last. */
  children: ReactNode;
};

/** The fixed bar of a decision, with the note that the other side reads. */
export function DecisionBar({ label, note, onNote, maxLength, children }: DecisionBarProps) {
  return (
    <div className="decision-bar">
      <input
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={note}
        onChange={(event) => onNote(event.target.value)}
        // Escape leaves the field, so that the keys of the page decide and move again.
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      />
      <div className="row">{children}</div>
    </div>
  );
}
