import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import { readSentence } from '../../../domain/search/sentences.ts';
import type { Request } from '../../../domain/search/sentences.ts';
import { toPartsQuery, toSearchQuery } from '../../../domain/search/words.ts';
import type { Matching, Term } from '../../../domain/search/words.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments } from '../documents/filter.ts';
import type { ResolvedFilter } from '../documents/filter.ts';
import { correctTerms } from './corrections.ts';
import { countFacets } from './facets.ts';
import type { FacetCounts } from './count-cache.ts';
import { applyConditions, resolveFacets } from './filters.ts';
import type { Conditions, FacetName, FacetValues } from './filters.ts';
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
  archetype: string | undefined;
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

/**
 * tsqueries: one selects documents, another ranks them, the third selects contracts whose products match; without them all
 * documents match equally.
 */
type Match = { where: string; rank: string; parts: string | undefined } | undefined;

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
  const { terms, namesOnly, archetype, starredBy } = search;
  const conditions = await resolveFacets(db, organizationId, search.values);
  const scope = { search, conditions, resolved: { ...everyFilter, archetype, starredBy } };
  const sought = terms.map((term) => [term]);
  const match = matchOf(terms, { beginnings: 'all', namesOnly });
  if (!match && search.text.trim() !== '') return nothingOf(search);
  const asTyped = await searchMatching(db, organizationId, { ...scope, match });
  const result = { ...asTyped, sought, didYouMean: undefined };
  if (!match) return { ...result, matched: 'everything' };
  if (asTyped.total > 0) return { ...result, matched: 'words' };
  const meant = await searchSentence(db, organizationId, scope);
  if (meant) return meant;
  return (await searchSimilar(db, organizationId, scope)) ?? { ...result, matched: 'nothing' };
}

/** A text of other characters than letters and digits matches nothing. */
function nothingOf({ facets: wanted }: Search): SearchResult {
  const facets = Object.fromEntries(wanted.map((facet) => [facet, []]));
  return { hits: [], total: 0, facets, matched: 'nothing', sought: [], didYouMean: undefined };
}

/** Documents with words that are close to the misspelled ones. */
async function searchSimilar(
  db: Db,
  organizationId: OrganizationId,
  scope: Scope,
): Promise<SearchResult | undefined> {
  const corrected = await correctTerms(db, organizationId, scope.search);
  if (!corrected) return undefined;
  const { sought } = corrected;
  const match = { ...corrected, parts: partsOf(sought, scope.search) };
  const similar = await searchMatching(db, organizationId, { ...scope, match });
  const didYouMean = sought.map(([first]) => first?.word ?? '').join(' ');
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
  const find = (any: boolean) => {
    const match = matchOf(terms, { beginnings: 'all', namesOnly: search.namesOnly, any });
    // A type that was asked for replaces the type in the sentence.
    const only = conditions.has('type') ? undefined : kind;
    return searchMatching(db, organizationId, { ...scope, kind: only, match });
  };
  const about = { sought: terms.map((term) => [term]), didYouMean: undefined };
  const found = await find(false);
  if (found.total > 0) return { ...found, ...about, matched: 'words' };
  if (terms.length < 2) return { ...found, ...about, matched: 'nothing' };
  const some = await find(true);
  return { ...some, ...about, matched: some.total > 0 ? 'some' : 'nothing' };
}

function matchOf(terms: readonly Term[], matching: Matching): Match {
  const where = toSearchQuery(terms, matching);
  const rank = toSearchQuery(terms, { ...matching, namesOnly: false });
  if (where === undefined || rank === undefined) return undefined;
  const sought = terms.map((term) => [term]);
  return { where, rank, parts: partsOf(sought, matching) };
}

/** Names alone do not ask for what a product offers. */
function partsOf(
  sought: SearchResult['sought'],
  { namesOnly = false, any = false }: Pick<Matching, 'namesOnly' | 'any'>,
): string | undefined {
  return namesOnly ? undefined : toPartsQuery(sought, any);
}

type Scope = { search: Search; resolved: ResolvedFilter; conditions: Conditions };
type Matched = Scope & { match: Match; kind?: string | undefined };
type MatchedWith = Matched & { offering: Offering };

/** The page of hits and the counts, read at the same time. */
async function searchMatching(
  db: Db,
  organizationId: OrganizationId,
  matched: Matched,
): Promise<Found> {
  const { search, match } = matched;
  const { rank, parts } = match ?? {};
  const isOffered = rank !== undefined && parts !== undefined;
  const offering = isOffered ? await readOffering(db, organizationId, { rank, parts }) : {};
  const all = { ...matched, offering };
  const matching = matchingOf(db, organizationId, all);
  const [hits, counts] = await Promise.all([
    readHits(db, { matching, rank, offering, text: search.text }, search.page),
    countAll(db, organizationId, all),
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
