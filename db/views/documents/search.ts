import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import { readSentence } from '../../../domain/search/sentences.ts';
import type { Request } from '../../../domain/search/sentences.ts';
import { toSearchQuery } from '../../../domain/search/words.ts';
import type { Matching, Term } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments, resolveFilter } from './filter.ts';
import type { DocumentFilter, ResolvedFilter } from './filter.ts';
import { correctTerms } from './search-corrections.ts';
import { countFacets } from './search-facets.ts';
import type { FacetCounts, FacetName } from './search-facets.ts';
import { resolveOwners } from './search-owners.ts';

/** The search terms and filters. */
export type Search = {
  /** The text as typed; exact names rank first. */
  text: string;
  terms: readonly Term[];
  /** Searches only ids and names. */
  namesOnly: boolean;
  /** Kinds of documents; all when undefined. */
  kinds: readonly string[] | undefined;
  filter: DocumentFilter;
  facets: readonly FacetName[];
};

/** One matching document. */
export type Hit = {
  kind: string;
  id: string;
  name: string;
  description: string;
  ownerId: string | null;
  ownerName: string | null;
};

/**
 * `matched` tells how documents were found: by the words (those of a sentence that say what is searched), by some words of a
 * sentence, by similar words of names because some words occur nowhere, or not at all.
 */
export type SearchResult = {
  hits: Hit[];
  total: number;
  facets: FacetCounts;
  matched: 'words' | 'some' | 'similarity' | 'nothing';
};

/** Maximum number of hits in one answer. */
const maxHits = 60;

/** tsqueries: one selects documents, the other ranks them; without them all documents match equally. */
type Match = { where: string; rank: string } | undefined;

/**
 * Documents with every term, best first, names before descriptions. Terms that occur nowhere are replaced by
 * the closest words of names. Every term is matched as a prefix. If no document has every term, a sentence finds what it asks for.
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
  const meant = await searchSentence(db, organizationId, search, resolved);
  if (meant) return meant;
  const corrected = await correctTerms(db, organizationId, search);
  if (!corrected) return nothing;
  const similar = await searchMatching(db, organizationId, { search, resolved, match: corrected });
  return similar.hits.length > 0 ? { ...similar, matched: 'similarity' } : nothing;
}

/** What a sentence asks for: of its possible meanings, the first whose owner is a team. */
async function searchSentence(
  db: Db,
  organizationId: OrganizationId,
  search: Search,
  resolved: ResolvedFilter,
): Promise<SearchResult | undefined> {
  for (const request of readSentence(search.text)) {
    const owners = await resolveOwners(db, organizationId, request);
    if (!owners) continue;
    const ownerSets = [...resolved.ownerSets, ...owners];
    const tags = request.tag === undefined ? resolved.tags : [...resolved.tags, request.tag];
    const found = await searchRequest(db, organizationId, {
      search,
      request,
      resolved: { ...resolved, ownerSets, tags },
    });
    const hasCondition = owners.length > 0 || request.tag !== undefined;
    // A search for similar words would ignore the owner, domain or tag.
    return found.matched === 'nothing' && !hasCondition ? undefined : found;
  }
  return undefined;
}

/** Documents that meet all conditions of a request, with every word of it; else with one of its words. */
async function searchRequest(
  db: Db,
  organizationId: OrganizationId,
  { search, resolved, request }: { search: Search; resolved: ResolvedFilter; request: Request },
): Promise<SearchResult> {
  const { kind, terms } = request;
  const ofKind = { ...search, kinds: search.kinds ?? (kind === undefined ? undefined : [kind]) };
  const find = (any: boolean) => {
    const match = matchOf(terms, { beginnings: 'all', namesOnly: search.namesOnly, any });
    return searchMatching(db, organizationId, { search: ofKind, resolved, match });
  };
  const found = await find(false);
  if (found.hits.length > 0) return { ...found, matched: 'words' };
  if (terms.length < 2) return { ...found, matched: 'nothing' };
  const some = await find(true);
  return { ...some, matched: some.hits.length > 0 ? 'some' : 'nothing' };
}

function matchOf(terms: readonly Term[], matching: Matching): Match {
  const where = toSearchQuery(terms, matching);
  const rank = toSearchQuery(terms, { ...matching, namesOnly: false });
  return where === undefined || rank === undefined ? undefined : { where, rank };
}

type MatchedSearch = { search: Search; resolved: ResolvedFilter; match: Match };

async function searchMatching(
  db: Db,
  organizationId: OrganizationId,
  { search, resolved, match }: MatchedSearch,
): Promise<Omit<SearchResult, 'matched'>> {
  const { kinds, text, facets } = search;
  const matching = (): Knex.QueryBuilder => {
    const query = filterDocuments(db, organizationId, resolved);
    if (match) void query.whereRaw('d.search @@ ?::tsquery', [match.where]);
    return kinds ? query.whereIn('d.kind', [...kinds]) : query;
  };
  const rank = match ? db.raw('ts_rank(d.search, ?::tsquery)', [match.rank]) : db.raw('0');
  const [hits, counts] = await Promise.all([
    readHits(db, { matching: matching(), rank }, text),
    countFacets(db, organizationId, matching(), facets),
  ]);
  return { hits, ...counts };
}

/** Joins only the best hits with their names: a search may match every document. */
async function readHits(
  db: Db,
  { matching, rank }: { matching: Knex.QueryBuilder; rank: Knex.Raw },
  text: string,
): Promise<Hit[]> {
  const best = matching
    .select('d.organization_id', 'd.kind', 'd.id')
    .select({ called: db.raw('lower(?) in (lower(d.name), lower(d.id))', [text]), rank })
    .orderByRaw('called desc, rank desc, d.id, d.kind')
    .limit(maxHits);
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
