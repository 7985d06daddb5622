import { textsOf } from '../../../lib/address/address-texts.ts';
import type { assetListTexts } from '../../../texts/assets.ts';

/** A filter of the list of assets: its name in the address is the key. */
export type AssetFacet = keyof typeof assetListTexts.facets;

/** What the address of the list of assets holds. */
export type AssetSearch = { q?: string } & { [Name in AssetFacet]?: readonly string[] };

/** What the search of the API calls a filter, and its facet. */
export const apiNames = {
  type: { parameter: 'archetype', facet: 'archetype' },
  integration: { parameter: 'integration', facet: 'integration' },
  team: { parameter: 'teamId', facet: 'team' },
} as const satisfies Record<AssetFacet, { parameter: string; facet: string }>;

export const assetFacets = Object.keys(apiNames) as readonly AssetFacet[];

/** Reads the address; what it does not know is dropped. */
export function readAssetSearch(search: Record<string, unknown>): AssetSearch {
  const [q] = textsOf(search['q']);
  const filters = assetFacets.flatMap((name) => {
    const values = textsOf(search[name]);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  return { ...(q !== undefined && { q }), ...Object.fromEntries(filters) };
}

/** Adds the value of a filter, or takes it away. */
export function toggledAsset(state: AssetSearch, name: AssetFacet, value: string): AssetSearch {
  const { [name]: old = [], ...others } = state;
  const values = old.includes(value) ? old.filter((each) => each !== value) : [...old, value];
  return values.length === 0 ? others : { ...others, [name]: values };
}

export const countOfAssetFilters = (state: AssetSearch): number =>
  assetFacets.reduce((count, name) => count + (state[name]?.length ?? 0), 0);
