import type { Db } from '../../db/connect.ts';
import {
  deleteSavedSearch,
  findSavedSearch,
  markSavedSearchSeen,
  upsertSavedSearch,
} from '../../db/tables/notices/saved-searches.ts';
import type { ReaderKey, SavedSearch } from '../../db/tables/notices/saved-searches.ts';
import { refuse } from '../../domain/errors.ts';

/** Maximum number of searches of one reader: a list counts the new results of each. */
const maxSearches = 20;

/** Creates or replaces a saved search; its results count as seen. Refuses with `limit_reached`. */
export async function saveSearch(
  db: Db,
  key: ReaderKey,
  search: Pick<SavedSearch, 'id' | 'name' | 'query' | 'filters'>,
  now: Date,
): Promise<void> {
  if (await upsertSavedSearch(db, key, search, { now, max: maxSearches })) return;
  refuse(
    'limit_reached',
    `You have ${maxSearches} saved searches, which is the limit; delete one first.`,
  );
}

/** The search. Refuses with `not_found`. */
export async function getSavedSearch(db: Db, key: ReaderKey, id: string): Promise<SavedSearch> {
  return (await findSavedSearch(db, key, id)) ?? refuseUnknown(id);
}

/** Marks the results of the search as seen. Refuses with `not_found`. */
export async function seeSavedSearch(db: Db, key: ReaderKey, id: string, now: Date): Promise<void> {
  if (!(await markSavedSearchSeen(db, key, id, now))) refuseUnknown(id);
}

/** Deletes the search. Refuses with `not_found`. */
export async function removeSavedSearch(db: Db, key: ReaderKey, id: string): Promise<void> {
  if (!(await deleteSavedSearch(db, key, id))) refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  return refuse('not_found', `You have no saved search with the id '${id}'.`);
}
