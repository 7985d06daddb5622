import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import { readSentence } from '../../../domain/search/sentences.ts';
import type { Request } from '../../../domain/search/sentences.ts';
import type { Term } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments } from '../documents/filter.ts';
import type { ResolvedFilter } from '../documents/filter.ts';
import { correctTerms, listUnknown } from './corrections.ts';
import { countFacets } from './facets.ts';
import type { FacetCounts } from './count-cache.ts';
import { applyConditions, resolveFacets } from './filters.ts';
import type { Conditions, FacetName, FacetValues } from './filters.ts';
import { matchOf } from './match.ts';
import type { Match } from './match.ts';
import { readHits } from './hits.ts';
import type { Hit, HitPage } from './hits.ts';
import { readOffering, whereWords } from './offering.ts';
import type { Offering } from './offering.ts';
import { resolveOwners } from './owners.ts';

/** The search terms and filters. */
export type Search = {
  /** The text as typed; exact names rank first. */
  text: string;
  terms: readonly Term[];
  /** Searches only ids and names. */
  namesOnly: boolean;
  /** Only what this person has starred; the e-mail address is in lower case. */
  starredBy?: string | undefined;
  /** Values of facets that matches must have. */
  values: FacetValues;
  /** Facets to count; each counts under the values of the others. */
  facets: readonly FacetName[];
  page: HitPage;
};

/**
 * `matched` tells how documents were found: all of them without words, by the words (those of a sentence that say what is
 * searched), by some words of a sentence, by similar words because some words occur nowhere, or not at all.
 */
export type SearchResult = {
  hits: Hit[];
  total: number;
  facets: FacetCounts;
  matched: 'everything' | 'words' | 'some' | 'similarity' | 'nothing';
  /** For each word that was searched, the words one of which a match has. */
  sought: readonly (readonly Term[])[];
  /** The query with its misspelled words corrected, if there are any. */
  didYouMean: string | undefined;
};

type Found = Pick<SearchResult, 'hits' | 'total' | 'facets'>;

const everyFilter: ResolvedFilter = { tags: [], ownerSets: [] };

/**
 * Documents with every term, best first, names before descriptions; all documents without terms. Terms that occur nowhere are
 * replaced by the closest words. Every term is matched as a prefix. If no document has every term, a sentence finds what it asks for.
 */
export async function searchDocuments(
  db: Db,
  organizationId: OrganizationId,
  search: Search,
): Promise<SearchResult> {
  const { terms, namesOnly, starredBy } = search;
  const conditions = await resolveFacets(db, organizationId, search.values);
  const scope = { search, conditions, resolved: { ...everyFilter, starredBy } };
  const sought = terms.map((term) => [term]);
  const match = matchOf(sought, { beginnings: 'all', namesOnly });
  if (!match && search.text.trim() !== '') return nothingOf(search);
  const offered = await readOffered(db, organizationId, match);
  const unknown = offered.hasContracts ? undefined : await listUnknown(db, organizationId, search);
  const asTyped =
    unknown && unknown.length > 0 // Without one of the words nothing matches.
      ? nothingOf(search)
      : await searchOffered(db, organizationId, { ...scope, match, offering: offered.offering });
  const result = { ...asTyped, sought, didYouMean: undefined };
  if (!match) return { ...result, matched: 'everything' };
  if (asTyped.total > 0) return { ...result, matched: 'words' };
  const meant = await searchSentence(db, organizationId, scope);
  if (meant) return meant;
  return (
    (await searchSimilar(db, organizationId, scope, unknown)) ?? { ...result, matched: 'nothing' }
  );
}

/** A text of other characters than letters and digits matches nothing. */
function nothingOf({ facets: wanted }: Search): SearchResult {
  const facets = Object.fromEntries(wanted.map((facet) => [facet, []]));
  return { hits: [], total: 0, facets, matched: 'nothing', sought: [], didYouMean: undefined };
}

/** Documents with words that are close to the misspelled ones, as a search for these words finds them. */
async function searchSimilar(
  db: Db,
  organizationId: OrganizationId,
  scope: Scope,
  known: readonly number[] | undefined,
): Promise<SearchResult | undefined> {
  const { search } = scope;
  const unknown = known ?? (await listUnknown(db, organizationId, search));
  const sought = await correctTerms(db, organizationId, search, unknown);
  if (!sought) return undefined;
  const didYouMean = sought.map(([first]) => first?.word ?? '').join(' ');
  const match = matchOf(sought, { beginnings: 'all', namesOnly: search.namesOnly });
  const corrected = { ...search, text: didYouMean };
  const similar = await searchMatching(db, organizationId, { ...scope, search: corrected, match });
  return { ...similar, sought, didYouMean, matched: similar.total > 0 ? 'similarity' : 'nothing' };
}

/** What a sentence asks for: of its possible meanings, the first whose owner is a team. */
async function searchSentence(
  db: Db,
  organizationId: OrganizationId,
  scope: Scope,
): Promise<SearchResult | undefined> {
  const { resolved } = scope;
  for (const request of readSentence(scope.search.text)) {
    const owners = await resolveOwners(db, organizationId, request);
    if (!owners) continue;
    const ownerSets = [...resolved.ownerSets, ...owners];
    const tags = request.tag === undefined ? resolved.tags : [...resolved.tags, request.tag];
    const meant = { ...scope, resolved: { ...resolved, ownerSets, tags } };
    const found = await searchRequest(db, organizationId, meant, request);
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
  scope: Scope,
  { kind, terms }: Request,
): Promise<SearchResult> {
  const { search, conditions } = scope;
  const sought = terms.map((term) => [term]);
  const find = (any: boolean) => {
    const match = matchOf(sought, { beginnings: 'all', namesOnly: search.namesOnly, any });
    // A type that was asked for replaces the type in the sentence.
    const only = conditions.has('type') ? undefined : kind;
    return searchMatching(db, organizationId, { ...scope, kind: only, match });
  };
  const about = { sought, didYouMean: undefined };
  const found = await find(false);
  if (found.total > 0) return { ...found, ...about, matched: 'words' };
  if (terms.length < 2) return { ...found, ...about, matched: 'nothing' };
  const some = await find(true);
  return { ...some, ...about, matched: some.total > 0 ? 'some' : 'nothing' };
}

type Scope = { search: Search; resolved: ResolvedFilter; conditions: Conditions };
type Matched = Scope & { match: Match; kind?: string | undefined };
type MatchedWith = Matched & { offering: Offering };

/** Products that match by their contracts, and whether any contract has the words, as far as that is known. */
function readOffered(
  db: Db,
  organizationId: OrganizationId,
  match: Match,
): ReturnType<typeof readOffering> {
  const { rank, parts } = match ?? {};
  if (rank === undefined || parts === undefined) {
    return Promise.resolve({ offering: {}, hasContracts: true });
  }
  return readOffering(db, organizationId, { rank, parts });
}

async function searchMatching(
  db: Db,
  organizationId: OrganizationId,
  matched: Matched,
): Promise<Found> {
  const { offering } = await readOffered(db, organizationId, matched.match);
  return searchOffered(db, organizationId, { ...matched, offering });
}

/** The page of hits and the counts, read at the same time. */
async function searchOffered(
  db: Db,
  organizationId: OrganizationId,
  matched: MatchedWith,
): Promise<Found> {
  const { search, match, offering } = matched;
  const matching = matchingOf(db, organizationId, matched);
  const [hits, counts] = await Promise.all([
    readHits(db, { matching, rank: match?.rank, offering, text: search.text }, search.page),
    countAll(db, organizationId, matched),
  ]);
  return { hits, ...counts };
}

/** The matches under all filters but that of one facet. */
function matchingOf(
  db: Db,
  organizationId: OrganizationId,
  { match, offering, kind, conditions, resolved }: MatchedWith,
  without?: FacetName,
): Knex.QueryBuilder {
  const query = filterDocuments(db, organizationId, resolved);
  if (match) whereWords(query, match.where, offering);
  if (kind !== undefined) void query.where('d.kind', kind);
  const others = [...conditions].flatMap(([name, condition]) => {
    return name === without ? [] : [condition];
  });
  applyConditions(query, others);
  return query;
}

/** Facets without a filter are counted together; each facet with a filter is counted under the filters of the others. */
async function countAll(
  db: Db,
  organizationId: OrganizationId,
  matched: MatchedWith,
): Promise<Pick<SearchResult, 'total' | 'facets'>> {
  const { facets } = matched.search;
  const filtered = facets.filter((name) => matched.conditions.has(name));
  const others = facets.filter((name) => !filtered.includes(name));
  const count = (wanted: readonly FacetName[], without?: FacetName) =>
    countFacets(db, organizationId, () => matchingOf(db, organizationId, matched, without), wanted);
  const [together, ...alone] = await Promise.all([
    count(others),
    ...filtered.map((name) => count([name], name)),
  ]);
  const all = Object.assign({}, together.facets, ...alone.map((each) => each.facets));
  return { total: together.total, facets: all as FacetCounts };
}
