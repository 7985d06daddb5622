import type { Knex } from 'knex';
import type { OrganizationId } from '../../domain/principal.ts';
import { toSearchQuery } from '../../domain/search-words.ts';
import type { Term } from '../../domain/search-words.ts';
import type { Db } from '../connect.ts';
import { filterDocuments, resolveFilter } from './document-filter.ts';
import type { DocumentFilter, ResolvedFilter } from './document-filter.ts';
import { correctTerms } from './search-corrections.ts';
import { countFacets } from './search-facets.ts';
import type { FacetCounts, FacetName } from './search-facets.ts';

/** What is looked for, and where. */
export type Search = {
  /** As it was typed; what is called exactly so comes first. */
  text: string;
  terms: readonly Term[];
  /** Only in ids and names. */
  namesOnly: boolean;
  /** Kinds of documents; all when undefined. */
  kinds: readonly string[] | undefined;
  filter: DocumentFilter;
  facets: readonly FacetName[];
};

/** One document that was found. */
export type Hit = {
  kind: string;
  id: string;
  name: string;
  description: string;
  ownerId: string | null;
  ownerName: string | null;
};

/** `matched` says how: by the words, by similar words in names because some of them occur nowhere, or not at all. */
export type SearchResult = {
  hits: Hit[];
  total: number;
  facets: FacetCounts;
  matched: 'words' | 'similarity' | 'nothing';
};

/** Hits of one answer. */
const mostHits = 60;

/** tsqueries: which documents match, and which words order them. */
type Match = { where: string; rank: string };

/**
 * Documents that have every term, the best first, names before descriptions. Terms that occur nowhere are replaced by the words
 * of names that come closest. Every term may be the beginning of a word.
 */
export async function searchDocuments(
  db: Db,
  organizationId: OrganizationId,
  search: Search,
): Promise<SearchResult> {
  const { terms, namesOnly, facets: wanted } = search;
  const nothing: SearchResult = {
    hits: [],
    total: 0,
    facets: Object.fromEntries(wanted.map((facet) => [facet, []])),
    matched: 'nothing',
  };
  const where = toSearchQuery(terms, { beginnings: 'all', namesOnly });
  const rank = toSearchQuery(terms, { beginnings: 'all' });
  if (where === undefined || rank === undefined) return nothing;
  const resolved = await resolveFilter(db, organizationId, search.filter);
  const asTyped = await searchMatching(db, organizationId, {
    search,
    resolved,
    match: { where, rank },
  });
  if (asTyped.hits.length > 0) return { ...asTyped, matched: 'words' };
  const corrected = await correctTerms(db, organizationId, search);
  if (!corrected) return nothing;
  const similar = await searchMatching(db, organizationId, { search, resolved, match: corrected });
  return similar.hits.length > 0 ? { ...similar, matched: 'similarity' } : nothing;
}

type Matching = { search: Search; resolved: ResolvedFilter; match: Match };

async function searchMatching(
  db: Db,
  organizationId: OrganizationId,
  { search, resolved, match }: Matching,
): Promise<Omit<SearchResult, 'matched'>> {
  const { kinds, text, facets } = search;
  const matching = (): Knex.QueryBuilder => {
    const query = filterDocuments(db, organizationId, resolved);
    void query.whereRaw('d.search @@ ?::tsquery', [match.where]);
    return kinds ? query.whereIn('d.kind', [...kinds]) : query;
  };
  const rank = db.raw('ts_rank(d.search, ?::tsquery)', [match.rank]);
  const [hits, counts] = await Promise.all([
    readHits(db, { matching: matching(), rank }, text),
    countFacets(db, organizationId, matching(), facets),
  ]);
  return { hits, ...counts };
}

/** Only the best are joined with their names: a search may match everything that there is. */
async function readHits(
  db: Db,
  { matching, rank }: { matching: Knex.QueryBuilder; rank: Knex.Raw },
  text: string,
): Promise<Hit[]> {
  const best = matching
    .select('d.organization_id', 'd.kind', 'd.id')
    .select({ called: db.raw('lower(?) in (lower(d.name), lower(d.id))', [text]), rank })
    .orderByRaw('called desc, rank desc, d.id, d.kind')
    .limit(mostHits);
  return db
    .from(best.as('best'))
    .join('documents as d', (on) => {
      on.on('d.organization_id', 'best.organization_id').andOn('d.kind', 'best.kind');
      on.andOn('d.id', 'best.id');
    })
    .leftJoin('documents as t', (on) => {
      on.on('t.organization_id', 'd.organization_id').andOn('t.kind', 'd.owner_kind');
      on.andOn('t.id', 'd.owner_id');
    })
    .select<Hit[]>('d.kind', 'd.id', 'd.name', 'd.description')
    .select({ ownerId: 'd.owner_id', ownerName: 't.name' })
    .orderByRaw('called desc, rank desc, best.id, best.kind');
}
