import { readFilters } from '../../../domain/documents/text-filters.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { readTerms, toPartsQuery, toSoughtQuery } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments } from '../documents/filter.ts';
import { applyConditions, resolveFacets } from './filters.ts';
import { withTextFilters } from './named-filters.ts';
import { readOffering, whereWords } from './offering.ts';
import type { Search } from './search.ts';
import { widenByConcepts } from './synonyms.ts';

/**
 * Number of documents created after `since` that match the words and the filters, at most `max`. A text without words matches all.
 */
export async function countNewMatches(
  db: Db,
  organizationId: OrganizationId,
  { text, values, starredBy }: Pick<Search, 'text' | 'values' | 'starredBy'>,
  { since, max }: { since: Date; max: number },
): Promise<number> {
  const { words, filters } = readFilters(text);
  const all = await withTextFilters(db, organizationId, values, filters);
  const conditions = await resolveFacets(db, organizationId, all);
  const filter = { tags: [], ownerSets: [], starredBy };
  const matches = filterDocuments(db, organizationId, filter)
    .where('d.created_at', '>', since)
    .select('d.id')
    .limit(max);
  const { sought } = await widenByConcepts(db, organizationId, readTerms(words));
  const rank = toSoughtQuery(sought, { beginnings: 'all' });
  const parts = toPartsQuery(sought, false);
  if (rank !== undefined && parts !== undefined) {
    const { offering } = await readOffering(db, organizationId, { rank, parts });
    whereWords(matches, rank, offering);
  }
  applyConditions(matches, conditions.values());
  const [row] = await db.from(matches.as('new')).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}
