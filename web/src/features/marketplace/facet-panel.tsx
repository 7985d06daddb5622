import { IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { facetNames, homeTexts } from '../../texts/home.ts';
import { countText } from '../../lib/numbers.ts';
import { apiFacet, facetOrder, valueName } from './search-filters.ts';
import type { FacetName, SearchState } from './search-filters.ts';
import type { SearchAnswer } from './queries.ts';

type FacetPanelProps = {
  state: SearchState;
  facets: SearchAnswer['facets'];
  onToggle: (name: FacetName, value: string) => void;
  onStarred: () => void;
};

type Value = { value: string; name?: string; count: number };

/** All filters with the number of results that each value would leave. */
export function FacetPanel({ state, facets, onToggle, onStarred }: FacetPanelProps) {
  return (
    <>
      <fieldset className="facet">
        <legend>{homeTexts.mine}</legend>
        <label>
          <input type="checkbox" checked={state.starred === true} onChange={onStarred} />
          <span className="ellipsis">{homeTexts.starred}</span>
          <IconStar className="facet-count" size={14} stroke={1.75} aria-hidden />
        </label>
      </fieldset>
      {facetOrder.map((name) => (
        <Facet
          key={name}
          name={name}
          chosen={state[name] ?? []}
          values={inOrder(name, facets?.[apiFacet(name)] ?? [])}
          onToggle={onToggle}
        />
      ))}
    </>
  );
}

const firstKinds = ['DATA_PRODUCT', 'DATA_CONTRACT'];

/** Kinds begin with what most people look for; other values come by their number. */
function inOrder(name: FacetName, values: readonly Value[]): readonly Value[] {
  if (name !== 'kind') return values;
  const first = firstKinds.flatMap((kind) => values.filter(({ value }) => value === kind));
  return [...first, ...values.filter(({ value }) => !firstKinds.includes(value))];
}

const maxValues = 6;

type FacetProps = {
  name: FacetName;
  chosen: readonly string[];
  values: readonly Value[];
  onToggle: FacetPanelProps['onToggle'];
};

/** Chosen values stay visible when nothing is left of them. */
function withChosen(values: readonly Value[], chosen: readonly string[]): readonly Value[] {
  const missing = chosen.filter((value) => !values.some((each) => each.value === value));
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}

function Facet({ name, chosen, values, onToggle }: FacetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const all = withChosen(values, chosen);
  if (all.length === 0) return null;
  const shown = isOpen
    ? all
    : all.filter(({ value }, index) => index < maxValues || chosen.includes(value));
  return (
    <fieldset className="facet">
      <legend>{facetNames[name]}</legend>
      {shown.map(({ value, name: named, count }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onToggle(name, value)}
          />
          <span className="ellipsis">{valueName(name, value, named)}</span>
          <span className="facet-count">{countText(count)}</span>
        </label>
      ))}
      {(isOpen || all.length > shown.length) && (
        <button type="button" className="link-button" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? homeTexts.fewerValues : homeTexts.moreValues(all.length - shown.length)}
        </button>
      )}
    </fieldset>
  );
}
