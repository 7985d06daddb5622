import type { OrganizationId } from '../../../domain/principal.ts';
import { readTerms, toPartsQuery, toSearchQuery } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments } from '../documents/filter.ts';
import { applyConditions, resolveFacets } from './filters.ts';
import { readOffering, whereWords } from './offering.ts';
import type { Search } from './search.ts';

/**
 * Number of documents created after `since` that match the words and the filters, at most `max`. A text without words matches all.
 */
export async function countNewMatches(
  db: Db,
  organizationId: OrganizationId,
  { text, values, starredBy }: Pick<Search, 'text' | 'values' | 'starredBy'>,
  { since, max }: { since: Date; max: number },
): Promise<number> {
  const conditions = await resolveFacets(db, organizationId, values);
  const filter = { tags: [], ownerSets: [], starredBy };
  const matches = filterDocuments(db, organizationId, filter)
    .where('d.created_at', '>', since)
    .select('d.id')
    .limit(max);
  const terms = readTerms(text);
  const rank = toSearchQuery(terms, { beginnings: 'all' });
  const parts = toPartsQuery(
    terms.map((term) => [term]),
    false,
  );
  if (rank !== undefined && parts !== undefined) {
    const { offering } = await readOffering(db, organizationId, { rank, parts });
    whereWords(matches, rank, offering);
  }
  applyConditions(matches, conditions.values());
  const [row] = await db.from(matches.as('new')).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
}
