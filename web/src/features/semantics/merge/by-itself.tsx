import { useState } from 'react';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import type { ConceptChange } from '../queries.ts';

const fewChanges = 5;

/** Changes of the branch that nothing disagrees with. */
export function ByItself({ changes }: { changes: readonly ConceptChange[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (changes.length === 0) return null;
  const shown = isOpen ? changes.slice(0, 200) : changes.slice(0, fewChanges);
  return (
    <div className="merge-by-itself">
      <h2>{mergeTexts.byItself(changes.length)}</h2>
      <ul>
        {shown.map(({ external_id: id, name, op, impact }) => (
          <li key={`${op} ${id}`} className="merge-line">
            <span className={`merge-op ${impact}`} aria-hidden>
              {mergeTexts.ops[op] ?? ''}
            </span>
            <span className="ellipsis">{name}</span>
            <span className="tiny faint">{impact}</span>
          </li>
        ))}
      </ul>
      {!isOpen && changes.length > fewChanges && (
        <button type="button" className="link merge-more" onClick={() => setIsOpen(true)}>
          {mergeTexts.moreByItself(changes.length - fewChanges)}
        </button>
      )}
    </div>
  );
}
