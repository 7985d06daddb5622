import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { facetNames, homeTexts } from '../../texts/home.ts';
import type { SearchAnswer } from './queries.ts';
import {
  apiFacet,
  cleared,
  facetOrder,
  toggled,
  toggledStarred,
  valueName,
} from './search-filters.ts';
import type { SearchState } from './search-filters.ts';

type ActiveFiltersProps = {
  state: SearchState;
  facets: SearchAnswer['facets'];
  onChange: (state: SearchState) => void;
};

type ActiveFilter = { name: string; value: string; onRemove: () => void };

/** The filters of the address as chips; names come from the facets. */
export function ActiveFilters({ state, facets, onChange }: ActiveFiltersProps) {
  const filters: ActiveFilter[] = facetOrder.flatMap((name) =>
    (state[name] ?? []).map((value) => {
      const known = facets?.[apiFacet(name)]?.find((each) => each.value === value);
      return {
        name: facetNames[name],
        value: valueName(name, value, known?.name),
        onRemove: () => onChange(toggled(state, name, value)),
      };
    }),
  );
  if (state.starred === true) {
    const onRemove = () => onChange(toggledStarred(state));
    filters.unshift({ name: homeTexts.mine, value: homeTexts.starred, onRemove });
  }
  return <FilterBar filters={filters} onClear={() => onChange(cleared(state))} />;
}
