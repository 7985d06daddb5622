import type { OrganizationId } from '../../../domain/principal.ts';
import { readTerms, toSearchQuery } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments } from '../documents/filter.ts';
import { applyConditions, resolveFacets } from './filters.ts';
import type { Search } from './search.ts';

/**
 * Number of documents created after `since` that match the words and the filters, at most `max`. A text without words matches all.
 */
export async function countNewMatches(
  db: Db,
  organizationId: OrganizationId,
  {
    text,
    values,
    archetype,
    starredBy,
  }: Pick<Search, 'text' | 'values' | 'archetype' | 'starredBy'>,
  { since, max }: { since: Date; max: number },
): Promise<number> {
  const conditions = await resolveFacets(db, organizationId, values);
  const filter = { tags: [], ownerSets: [], archetype, starredBy };
  const matches = filterDocuments(db, organizationId, filter)
    .where('d.created_at', '>', since)
    .select('d.id')
    .limit(max);
  const words = toSearchQuery(readTerms(text), { beginnings: 'all' });
  if (words !== undefined) void matches.whereRaw('d.search @@ ?::tsquery', [words]);
  applyConditions(matches, conditions.values());
  const [row] = await db.from(matches.as('new')).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}
