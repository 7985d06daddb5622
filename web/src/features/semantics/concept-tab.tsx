import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { ConceptList } from '../concepts/concept-list.tsx';
import type { NamespaceSearch } from './search.ts';

type ConceptTabProps = {
  namespace: string;
  search: NamespaceSearch;
  onSearch: (search: NamespaceSearch) => void;
};

const typingMs = 120;

/** The concepts of one ontology by words and type; never all at once. */
export function ConceptTab({ namespace, search, onSearch }: ConceptTabProps) {
  const { q, type } = search;
  const [words, setWords] = useState(q ?? '');
  const settled = useSettled(words, typingMs).trim();
  const latest = useRef({ q, type, onSearch });
  useEffect(() => void (latest.current = { q, type, onSearch }));
  useEffect(() => {
    const { current } = latest;
    if (settled === (current.q ?? '')) return;
    current.onSearch(filterOf(settled, current.type));
  }, [settled]);
  return (
    <div className="stack">
      <div className="row wrap concept-filters">
        <input
          type="search"
          className="input"
          aria-label={semanticTexts.search}
          placeholder={semanticTexts.search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <select
          className="select"
          aria-label={semanticTexts.type}
          value={type ?? ''}
          onChange={({ target }) => onSearch(filterOf(q ?? '', typeOf(target.value)))}
        >
          <option value="">{semanticTexts.allTypes}</option>
          <option value="EntityType">{semanticTexts.entities}</option>
          <option value="ValueType">{semanticTexts.values}</option>
        </select>
      </div>
      <ConceptList
        filter={{ namespace, ...(q !== undefined && { query: q }), ...(type && { type }) }}
        onClear={() => {
          setWords('');
          onSearch({});
        }}
        empty={semanticTexts.noConcepts}
      />
    </div>
  );
}

const typeOf = (value: string): NamespaceSearch['type'] =>
  value === 'EntityType' || value === 'ValueType' ? value : undefined;

const filterOf = (words: string, type: NamespaceSearch['type']): NamespaceSearch => ({
  ...(words !== '' && { q: words }),
  ...(type !== undefined && { type }),
});
