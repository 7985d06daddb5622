import { textsOf } from '../../lib/address/address-texts.ts';
import { facetNames } from '../../texts/home.ts';
import { kindName } from '../../texts/kinds.ts';
import { portTypeName } from '../../texts/port-types.ts';
import { statusWord } from '../../texts/status-words.ts';

/** A filter of the marketplace: its name in the address is the key. */
export type FacetName = keyof typeof facetNames;

/** What the address of the marketplace holds. */
export type SearchState = { q?: string; sort?: 'changed'; starred?: true } & {
  [Name in FacetName]?: readonly string[];
};

/** What the search of the API calls a filter, and its facet. */
const apiNames = {
  kind: { parameter: 'resourceType', facet: 'type' },
  team: { parameter: 'teamId', facet: 'team' },
  domain: { parameter: 'domainId', facet: 'domain' },
  quality: { parameter: 'quality', facet: 'quality' },
  port: { parameter: 'portType', facet: 'portType' },
  classification: { parameter: 'classification', facet: 'classification' },
  certification: { parameter: 'certification', facet: 'certification' },
  status: { parameter: 'status', facet: 'status' },
  tag: { parameter: 'tag', facet: 'tag' },
  concept: { parameter: 'concept', facet: 'concept' },
} as const satisfies Record<FacetName, { parameter: string; facet: string }>;

export const facetOrder = Object.keys(facetNames) as readonly FacetName[];

/** All facets, as the API takes them. */
export const allFacets = facetOrder.map((name) => apiNames[name].facet).join(',');

export const apiFacet = (name: FacetName) => apiNames[name].facet;

/** Reads the address; what it does not know is dropped. */
export function readSearchState(search: Record<string, unknown>): SearchState {
  const [q] = textsOf(search['q']);
  const filters = facetOrder.flatMap((name) => {
    const values = textsOf(search[name]);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  return {
    ...(q !== undefined && { q }),
    ...(search['sort'] === 'changed' && { sort: 'changed' as const }),
    ...(search['starred'] === true && { starred: true as const }),
    ...Object.fromEntries(filters),
  };
}

/** The filters with the names of the API. */
export function apiFilters(state: SearchState): Record<string, string[]> {
  return Object.fromEntries(
    facetOrder.flatMap((name) => {
      const values = state[name];
      return values === undefined ? [] : [[apiNames[name].parameter, [...values]]];
    }),
  );
}

/** The filters that a saved search keeps. */
export function savedFilters(state: SearchState): Record<string, string[]> {
  return { ...apiFilters(state), ...(state.starred === true && { starred: ['me'] }) };
}

/** The state of a saved search, whose filters have the names of the API. */
export function stateOfSaved(saved: { query: string; filters: object }): SearchState {
  const filters = saved.filters as Readonly<Record<string, unknown>>;
  const named = facetOrder.map((name) => [name, filters[apiNames[name].parameter]]);
  const starred = textsOf(filters['starred']).includes('me');
  return readSearchState({ q: saved.query, starred, ...Object.fromEntries(named) });
}

/** Adds the value of a filter, or takes it away. */
export function toggled(state: SearchState, name: FacetName, value: string): SearchState {
  const old = state[name] ?? [];
  const values = old.includes(value) ? old.filter((each) => each !== value) : [...old, value];
  const { [name]: _before, ...others } = state;
  return values.length === 0 ? others : { ...others, [name]: values };
}

/** The words without the filters. */
export function cleared({ q, sort }: SearchState): SearchState {
  return { ...(q !== undefined && { q }), ...(sort !== undefined && { sort }) };
}

export const countOfFilters = (state: SearchState): number =>
  facetOrder.reduce(
    (count, name) => count + (state[name]?.length ?? 0),
    state.starred === true ? 1 : 0,
  );

/** Only what the reader has starred, or everything again. */
export function toggledStarred({ starred, ...others }: SearchState): SearchState {
  return starred === true ? others : { ...others, starred: true };
}

/** The name of a value: the one that the API gives, or the word for a code. */
export function valueName(facet: FacetName, value: string, name: string | undefined): string {
  if (name !== undefined) return name;
  if (facet === 'kind') return kindName(value);
  if (facet === 'quality') return statusWord('test', value).word;
  if (facet === 'port') return portTypeName(value);
  if (facet === 'status') return statusWord('document', value).word;
  return value;
}
