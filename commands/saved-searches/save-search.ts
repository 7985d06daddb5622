import type { Database, Db } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import {
  deleteSavedSearch,
  findSavedSearch,
  markSavedSearchSeen,
  upsertSavedSearch,
} from '../../db/tables/notices/saved-searches.ts';
import type { ReaderKey, SavedSearch } from '../../db/tables/notices/saved-searches.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { readerOf } from '../../domain/notices/reader.ts';
import type { Principal } from '../../domain/principal.ts';

/** Maximum number of searches of one reader: a list counts the new results of each. */
const maxSearches = 20;

export type SearchRequest = { id: string; principal: Principal; requestId: string; now: Date };

/** Creates or replaces a saved search; its results count as seen. Refuses with `limit_reached`. */
export async function saveSearch(
  database: Database,
  request: SearchRequest,
  search: Pick<SavedSearch, 'name' | 'query' | 'filters'>,
): Promise<void> {
  const { id, principal, now } = request;
  await transact(database, async (tx) => {
    const limits = { now, max: maxSearches };
    const stored = await upsertSavedSearch(
      tx,
      savedSearchKey(principal),
      { id, ...search },
      limits,
    );
    if (!stored) {
      refuse(
        'limit_reached',
        `You have ${maxSearches} saved searches, which is the limit; delete one first.`,
      );
    }
    await record(tx, 'SavedSearchStored', request);
  });
}

/** The search. Refuses with `not_found`. */
export async function getSavedSearch(
  db: Db,
  principal: Principal,
  id: string,
): Promise<SavedSearch> {
  return (await findSavedSearch(db, savedSearchKey(principal), id)) ?? refuseUnknown(id);
}

/** Marks the results of the search as seen. Refuses with `not_found`. */
export async function seeSavedSearch(db: Db, request: SearchRequest): Promise<void> {
  const { id, principal, now } = request;
  if (!(await markSavedSearchSeen(db, savedSearchKey(principal), id, now))) refuseUnknown(id);
}

/** Deletes the search. Refuses with `not_found`. */
export async function removeSavedSearch(database: Database, request: SearchRequest): Promise<void> {
  const { id, principal } = request;
  await transact(database, async (tx) => {
    if (!(await deleteSavedSearch(tx, savedSearchKey(principal), id))) refuseUnknown(id);
    await record(tx, 'SavedSearchDeleted', request);
  });
}

/** The owner of the searches of a principal. */
export const savedSearchKey = (principal: Principal): ReaderKey => ({
  organizationId: principal.organizationId,
  reader: readerOf(principal),
});

function refuseUnknown(id: string): never {
  return refuse('not_found', `You have no saved search with the id '${id}'.`);
}

async function record(
  tx: Db,
  type: 'SavedSearchStored' | 'SavedSearchDeleted',
  { id, principal, requestId, now }: SearchRequest,
): Promise<void> {
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'saved-search',
    subjectId: id,
    principal: principal.name,
    requestId,
    public: false,
    now,
  });
}
