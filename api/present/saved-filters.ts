import type { Static, TObject } from '@sinclair/typebox';
import type { SavedFilters } from '../../db/tables/notices/saved-searches.ts';
import type { Search } from '../../db/views/documents/search.ts';
import { filterQuery, readFilter } from './document-filters.ts';
import { searchedKinds } from './searched-kinds.ts';

/** Converts saved filters to a search; filters that the search does not have are left out. */
export function readSavedFilters(filters: SavedFilters): Pick<Search, 'kinds' | 'filter'> {
  const types = filters['resourceType'];
  const known = Object.entries(filterQuery).flatMap(([name, { type }]) => {
    const values = filters[name];
    if (values === undefined || values.length === 0) return [];
    return [[name, type === 'array' ? values : values[0]]];
  });
  const query = Object.fromEntries(known) as Static<TObject<typeof filterQuery>>;
  const kinds = searchedKinds.filter(({ resourceType }) => types?.includes(resourceType));
  return {
    kinds: types?.length ? kinds.map(({ name }) => name) : undefined,
    filter: readFilter(query),
  };
}
