import { Facet } from '../../../components/controls/facet.tsx';
import type { FacetValue } from '../../../components/controls/facet.tsx';
import { FilterBar } from '../../../components/controls/filter-bar.tsx';
import { assetListTexts, assetTypeName } from '../../../texts/assets.ts';
import { apiNames, assetFacets, toggledAsset } from './asset-search.ts';
import type { AssetFacet, AssetSearch } from './asset-search.ts';
import type { AssetAnswer } from './queries.ts';

type FiltersProps = {
  state: AssetSearch;
  facets: AssetAnswer['facets'];
  onChange: (state: AssetSearch) => void;
};

const nameOf = (facet: AssetFacet, { value, name }: Pick<FacetValue, 'value' | 'name'>): string =>
  name ?? (facet === 'type' ? assetTypeName(value) : value);

/** The filters with the number of assets that each value would leave. */
export function AssetFilters({ state, facets, onChange }: FiltersProps) {
  return assetFacets.map((name) => (
    <Facet
      key={name}
      title={assetListTexts.facets[name]}
      chosen={state[name] ?? []}
      values={facets?.[apiNames[name].facet] ?? []}
      nameOf={(each) => nameOf(name, each)}
      onToggle={(value) => onChange(toggledAsset(state, name, value))}
    />
  ));
}

/** The filters of the address as chips; names come from the facets. */
export function ActiveAssetFilters({ state, facets, onChange }: FiltersProps) {
  const filters = assetFacets.flatMap((name) =>
    (state[name] ?? []).map((value) => {
      const known = facets?.[apiNames[name].facet]?.find((each) => each.value === value);
      return {
        name: assetListTexts.facets[name],
        value: nameOf(name, known ?? { value }),
        onRemove: () => onChange(toggledAsset(state, name, value)),
      };
    }),
  );
  const { q } = state;
  return <FilterBar filters={filters} onClear={() => onChange(q === undefined ? {} : { q })} />;
}
