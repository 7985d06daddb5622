import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { conceptsQuery } from '../concepts/queries.ts';

type ConceptPickerProps = { namespace: string; branch: string };

const typingMs = 120;
const maxShown = 8;

/** Finds the concept to change on a branch, or begins a new one. */
export function ConceptPicker({ namespace, branch }: ConceptPickerProps) {
  const [words, setWords] = useState('');
  const query = useSettled(words, typingMs).trim();
  const found = useInfiniteQuery({
    ...conceptsQuery({ namespace, query }),
    enabled: query !== '',
  }).data?.pages[0]?.concepts;
  const to = '/semantics/$namespace/branches/$branch/concepts/$';
  return (
    <div className="concept-picker">
      <div className="row wrap">
        <input
          type="search"
          className="input"
          aria-label={semanticTexts.editConcept}
          placeholder={semanticTexts.editConceptHint}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Link className="button" to={to} params={{ namespace, branch, _splat: '' }}>
          {semanticTexts.newConcept}
        </Link>
      </div>
      {query !== '' && found !== undefined && (
        <ul className="row wrap" aria-label={semanticTexts.editConcept}>
          {found.slice(0, maxShown).map(({ id, name }) => (
            <li key={id}>
              <Link className="chip pressable" to={to} params={{ namespace, branch, _splat: id }}>
                {name}
              </Link>
            </li>
          ))}
          {found.length === 0 && <li className="small faint">{semanticTexts.noConcepts}</li>}
        </ul>
      )}
    </div>
  );
}
