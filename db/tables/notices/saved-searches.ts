import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names everything that one reader keeps. */
export type ReaderKey = { organizationId: OrganizationId; reader: string };

/** Filters of a search by name, each with its values. */
export type SavedFilters = Record<string, string[]>;

export type SavedSearch = {
  id: string;
  name: string;
  query: string;
  filters: SavedFilters;
  createdAt: Date;
  updatedAt: Date;
  /** Documents that were created later count as new. */
  seenAt: Date;
};

const columns = `id, name, query, filters, created_at as "createdAt", updated_at as "updatedAt", seen_at as "seenAt"`;

const list = {
  name: 'saved-searches-list',
  text: `select ${columns} from saved_searches where organization_id = $1 and reader = $2
    order by lower(name), id`,
};

type Row = Omit<SavedSearch, 'filters'> & { filters: string };

const toSavedSearch = (row: Row): SavedSearch => ({
  ...row,
  filters: JSON.parse(row.filters) as SavedFilters,
});

/** The searches of a reader in the order of their names; there are few. */
export async function listSavedSearches(
  db: Db,
  { organizationId, reader }: ReaderKey,
): Promise<SavedSearch[]> {
  return (await runStatement<Row>(db, list, [organizationId, reader])).map(toSavedSearch);
}

const find = {
  name: 'saved-searches-find',
  text: `select ${columns} from saved_searches where organization_id = $1 and reader = $2 and id = $3`,
};

/** One search of a reader. */
export async function findSavedSearch(
  db: Db,
  { organizationId, reader }: ReaderKey,
  id: string,
): Promise<SavedSearch | undefined> {
  const [row] = await runStatement<Row>(db, find, [organizationId, reader, id]);
  return row && toSavedSearch(row);
}

const upsert = {
  name: 'saved-searches-upsert',
  text: `insert into saved_searches (organization_id, reader, id, name, query, filters, created_at, updated_at, seen_at)
    select $1, $2, $3, $4, $5, $6, $7, $7, $7
    where (select count(*) from saved_searches where organization_id = $1 and reader = $2 and id <> $3) < $8
    on conflict (organization_id, reader, id) do update set name = excluded.name, query = excluded.query,
      filters = excluded.filters, updated_at = excluded.updated_at, seen_at = excluded.seen_at
    returning 1`,
};

/** Creates or replaces a search, and marks its results as seen; false when the reader has `max` others. */
export async function upsertSavedSearch(
  db: Db,
  { organizationId, reader }: ReaderKey,
  search: Pick<SavedSearch, 'id' | 'name' | 'query' | 'filters'>,
  { now, max }: { now: Date; max: number },
): Promise<boolean> {
  const { id, name, query, filters } = search;
  const values = [organizationId, reader, id, name, query, JSON.stringify(filters), now, max];
  return (await runStatement(db, upsert, values)).length === 1;
}

const markSeen = {
  name: 'saved-searches-mark-seen',
  text: `update saved_searches set seen_at = $4 where organization_id = $1 and reader = $2 and id = $3 returning 1`,
};

/** Marks the results of a search as seen; false when the reader has no such search. */
export async function markSavedSearchSeen(
  db: Db,
  { organizationId, reader }: ReaderKey,
  id: string,
  now: Date,
): Promise<boolean> {
  return (await runStatement(db, markSeen, [organizationId, reader, id, now])).length === 1;
}

const remove = {
  name: 'saved-searches-delete',
  text: `delete from saved_searches where organization_id = $1 and reader = $2 and id = $3 returning 1`,
};

/** Deletes a search; false when the reader has no such search. */
export async function deleteSavedSearch(
  db: Db,
  { organizationId, reader }: ReaderKey,
  id: string,
): Promise<boolean> {
  return (await runStatement(db, remove, [organizationId, reader, id])).length === 1;
}
