import type { ReactNode } from 'react';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { newTexts } from '../../texts/studio/new-document.ts';

/** Something that can be chosen for a draft. */
export type Pick = { id: string; name: string; about: string };

/** A draft takes up to so many. */
export const maxPicks = 50;

type PickListProps = {
  label: string;
  words: string;
  onWords: (words: string) => void;
  rows: readonly Pick[];
  picked: readonly Pick[];
  onPick: (picked: readonly Pick[]) => void;
  /** Shown when there is nothing at all to choose from. */
  empty: ReactNode;
};

/** A list to search in and to choose from; what is chosen stays on top, whatever is searched for next. */
export function PickList({ label, words, onWords, rows, picked, onPick, empty }: PickListProps) {
  const others = rows.filter(({ id }) => !picked.some((each) => each.id === id));
  const toggle = (row: Pick) => {
    const rest = picked.filter(({ id }) => id !== row.id);
    onPick(rest.length < picked.length ? rest : [...picked, row]);
  };
  return (
    <div className="stack">
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={({ target }) => onWords(target.value)}
      />
      <div className="card new-picks">
        {[...picked, ...others].map((row) => {
          const isPicked = picked.includes(row);
          return (
            <label key={row.id} className="new-pick">
              <input
                type="checkbox"
                checked={isPicked}
                disabled={!isPicked && picked.length >= maxPicks}
                onChange={() => toggle(row)}
              />
              <span className="medium ellipsis">{row.name}</span>
              <span className="tiny faint ellipsis">{row.about}</span>
            </label>
          );
        })}
        {picked.length + others.length === 0 &&
          (words === '' ? empty : <EmptyState sort="filtered-away" onClear={() => onWords('')} />)}
      </div>
      {picked.length > 0 && (
        <p className="tiny faint">
          {newTexts.chosen(picked.length)}
          {picked.length >= maxPicks && `. ${newTexts.atMost(maxPicks)}`}
        </p>
      )}
    </div>
  );
}
