import { IconStar } from '@tabler/icons-react';
import { Facet } from '../../components/controls/facet.tsx';
import type { FacetValue } from '../../components/controls/facet.tsx';
import { facetNames, homeTexts } from '../../texts/home.ts';
import { apiFacet, facetOrder, valueName } from './search-filters.ts';
import type { FacetName, SearchState } from './search-filters.ts';
import { useMe } from '../session/queries.ts';
import type { SearchAnswer } from './queries.ts';

type FacetPanelProps = {
  state: SearchState;
  facets: SearchAnswer['facets'];
  onToggle: (name: FacetName, value: string) => void;
  onStarred: () => void;
};

/** All filters with the number of results that each value would leave. */
export function FacetPanel({ state, facets, onToggle, onStarred }: FacetPanelProps) {
  // Only people have stars; those who signed in with a key of a team or the organization are told so.
  const isPerson = useMe()?.scope === 'user';
  return (
    <>
      <fieldset className="facet">
        <legend>{homeTexts.mine}</legend>
        <label {...(!isPerson && { title: homeTexts.starsOfPeople })}>
          <input
            type="checkbox"
            checked={state.starred === true}
            disabled={!isPerson && state.starred !== true}
            onChange={onStarred}
          />
          <span className="ellipsis">{homeTexts.starred}</span>
          <IconStar className="facet-count" size={14} stroke={1.75} aria-hidden />
        </label>
      </fieldset>
      {facetOrder.map((name) => (
        <Facet
          key={name}
          title={facetNames[name]}
          chosen={state[name] ?? []}
          values={inOrder(name, facets?.[apiFacet(name)] ?? [])}
          nameOf={({ value, name: named }) => valueName(name, value, named)}
          onToggle={(value) => onToggle(name, value)}
        />
      ))}
    </>
  );
}

const firstKinds = ['DATA_PRODUCT', 'DATA_CONTRACT'];

/** Kinds begin with what most people look for; other values come by their number. */
function inOrder(name: FacetName, values: readonly FacetValue[]): readonly FacetValue[] {
  if (name !== 'kind') return values;
  const first = firstKinds.flatMap((kind) => values.filter(({ value }) => value === kind));
  return [...first, ...values.filter(({ value }) => !firstKinds.includes(value))];
}
