import { useState } from 'react';
import { countText } from '../../lib/numbers.ts';
import { facetTexts } from '../../texts/states.ts';

/** A value of a filter, with the number of results that it would leave. */
export type FacetValue = { value: string; name?: string; count: number };

const maxValues = 6;

type FacetProps = {
  title: string;
  chosen: readonly string[];
  values: readonly FacetValue[];
  /** The name of a value that the server does not name. */
  nameOf: (value: FacetValue) => string;
  onToggle: (value: string) => void;
};

/** Chosen values stay visible when nothing is left of them. */
function withChosen(
  values: readonly FacetValue[],
  chosen: readonly string[],
): readonly FacetValue[] {
  const missing = chosen.filter((value) => !values.some((each) => each.value === value));
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}

/** The values of one filter; the less frequent ones on demand. */
export function Facet({ title, chosen, values, nameOf, onToggle }: FacetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const all = withChosen(values, chosen);
  if (all.length === 0) return null;
  const shown = isOpen
    ? all
    : all.filter(({ value }, index) => index < maxValues || chosen.includes(value));
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {shown.map((each) => (
        <label key={each.value}>
          <input
            type="checkbox"
            checked={chosen.includes(each.value)}
            onChange={() => onToggle(each.value)}
          />
          <span className="ellipsis">{nameOf(each)}</span>
          <span className="facet-count">{countText(each.count)}</span>
        </label>
      ))}
      {(isOpen || all.length > shown.length) && (
        <button type="button" className="link-button" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? facetTexts.fewerValues : facetTexts.moreValues(all.length - shown.length)}
        </button>
      )}
    </fieldset>
  );
}
