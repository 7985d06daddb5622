import type { OrganizationId } from '../../../domain/principal.ts';
import { readTerms, toSearchQuery } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments, resolveFilter } from './filter.ts';
import type { Search } from './search.ts';

/**
 * Number of documents created after `since` that match the words and the filter, at most `max`. A text without words matches all.
 */
export async function countNewMatches(
  db: Db,
  organizationId: OrganizationId,
  search: Pick<Search, 'text' | 'kinds' | 'filter'>,
  { since, max }: { since: Date; max: number },
): Promise<number> {
  const { text, kinds, filter } = search;
  const resolved = await resolveFilter(db, organizationId, filter);
  const matches = filterDocuments(db, organizationId, resolved)
    .where('d.created_at', '>', since)
    .select('d.id')
    .limit(max);
  const words = toSearchQuery(readTerms(text), { beginnings: 'all' });
  if (words !== undefined) void matches.whereRaw('d.search @@ ?::tsquery', [words]);
  if (kinds) void matches.whereIn('d.kind', [...kinds]);
  const [row] = await db.from(matches.as('new')).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}
