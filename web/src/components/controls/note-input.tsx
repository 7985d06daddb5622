type NoteInputProps = { label: string; note: string; onChange: (note: string) => void };

/** The API takes notes of up to this length. */
const maxNoteLength = 2_000;

/** A line for a note about a decision. */
export function NoteInput({ label, note, onChange }: NoteInputProps) {
  return (
    <input
      className="input"
      aria-label={label}
      placeholder={label}
      maxLength={maxNoteLength}
      value={note}
      onChange={(event) => onChange(event.target.value)}
      // Escape leaves the field, so that the keys of the page decide and move again.
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.blur();
      }}
    />
  );
}
