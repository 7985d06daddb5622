import { readFilters } from '../../../domain/documents/text-filters.ts';
import type { TextFilters } from '../../../domain/documents/text-filters.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Synonyms } from '../../../domain/search/labels.ts';
import { readTerms, replaceWords } from '../../../domain/search/words.ts';
import type { Sought, Term } from '../../../domain/search/words.ts';
import { prefersKind } from '../../../domain/search/sentences.ts';
import type { Db } from '../../connect.ts';
import type { QueryVector } from '../../tables/search/embeddings.ts';
import { correctQuery, countEach, listUnknown } from './corrections.ts';
import { resolveFacets } from './filters.ts';
import type { FacetName, FacetValues } from './filters.ts';
import { findMatching, findNear, readOffered } from './find-matching.ts';
import type { Found, Scope } from './find-matching.ts';
import { fuseHits } from './fuse-hits.ts';
import type { HitPage, HitPosition } from './hits.ts';
import { matchOf, matchOfSome, maxFrequency } from './match.ts';
import { readMeanings } from './meaning.ts';
import { withTextFilters } from './named-filters.ts';
import { widenByConcepts } from './synonyms.ts';

/** The text of a search and its filters. */
export type Search = {
  /** The text as typed, with filters in words. */
  text: string;
  /** Searches only ids and names. */
  namesOnly: boolean;
  /** Only what this person has starred; the e-mail address is in lower case. */
  starredBy?: string | undefined;
  /** Values of facets that matches must have. */
  values: FacetValues;
  /** Facets to count; each counts under the values of the others. */
  facets: readonly FacetName[];
  page: HitPage;
  /** The meaning of the text, if an installation computes embeddings. */
  vector?: QueryVector | undefined;
};

/**
 * `matched` tells how documents were found: all of them without words, by the words (those of a sentence that say what is
 * searched), by similar words because some words occur nowhere, by some of the words, or not at all.
 */
export type SearchResult = Found & {
  matched: 'everything' | 'words' | 'some' | 'similarity' | 'meaning' | 'nothing';
  /** For each word that was searched, the words one of which a match has. */
  sought: Sought;
  /** Words of the query that an ontology knows by other words, which were searched, too. */
  synonyms: readonly Synonyms[];
  /** Filters that the text named. */
  filters: TextFilters;
  /** The query with its misspelled words corrected, if there are any. */
  didYouMean: string | undefined;
  /** Where the next page begins; undefined on the last one. */
  next: HitPosition | undefined;
};

type Answer = Omit<SearchResult, 'filters' | 'next'>;

/** Documents with every word; if there are none because words occur nowhere, the indexes of these words. */
type FoundAll = Found & { unknown?: readonly number[] };

/** What is searched with which words. */
type Attempt = {
  scope: Scope;
  text: string;
  namesOnly: boolean;
  terms: readonly Term[];
  sought: Sought;
  synonyms: readonly Synonyms[];
};

/**
 * Documents with every word, best first, names before descriptions; all documents without words. Each word is matched as a prefix, and
 * so are the labels of a concept that it names. If no document has every word of the text, these are tried one after the other: what a
 * sentence asks for, the closest words in place of those that occur nowhere, and some of the words.
 */
export async function searchDocuments(
  db: Db,
  organizationId: OrganizationId,
  search: Search,
): Promise<SearchResult> {
  const { words, filters } = readFilters(search.text);
  const values = await withTextFilters(db, organizationId, search.values, filters);
  const conditions = await resolveFacets(db, organizationId, values);
  const { namesOnly, starredBy, facets, page } = search;
  const resolved = { tags: [], ownerSets: [], starredBy };
  const scope = { conditions, resolved, facets, page };
  const answer = await searchWords(db, organizationId, { scope, text: words, namesOnly });
  const near =
    search.vector && meaningfulText(search) !== undefined
      ? await findNear(db, organizationId, scope, search.vector)
      : [];
  const { hits, next } = fuseHits(answer.hits, near, page.size);
  if (near.length === 0 || answer.total > 0) return { ...answer, hits, next, filters };
  return { ...answer, hits, next, filters, total: hits.length, matched: 'meaning' };
}

/** The text without filters, whose meaning may be searched: only for the first page of a search with words. */
export function meaningfulText({ text, namesOnly, page }: Search): string | undefined {
  const isFirst = page.order === 'relevance' && page.after === undefined && page.size > 1;
  const { words } = readFilters(text);
  return isFirst && !namesOnly && readTerms(words).length > 0 ? words : undefined;
}

async function searchWords(
  db: Db,
  organizationId: OrganizationId,
  asked: Pick<Attempt, 'scope' | 'text' | 'namesOnly'>,
): Promise<Answer> {
  const typed = await widen(db, organizationId, asked, readTerms(asked.text));
  // The noun of `contract for orders` says what is searched, also if some document has all these words.
  const found = prefersKind(asked.text)
    ? nothingOf(asked.scope)
    : await findAll(db, organizationId, typed);
  const hasText = asked.text.trim() !== '';
  if (typed.terms.length === 0) return answerOf(typed, found, hasText ? 'words' : 'everything');
  if (found.total > 0) return answerOrSome(db, organizationId, typed, found);
  for (const { scope, terms, isCertain } of await readMeanings(db, organizationId, asked)) {
    const meant = await widen(db, organizationId, { ...asked, scope }, terms);
    const foundMeant = await findAll(db, organizationId, meant);
    if (foundMeant.total > 0) return answerOrSome(db, organizationId, meant, foundMeant);
    if (terms.length === 0) return answerOf(meant, foundMeant, 'words');
    if (isCertain) return searchSimilar(db, organizationId, meant, foundMeant);
  }
  return searchSimilar(db, organizationId, typed, found);
}

/** Fewer documents with every word are followed by those with some of them: a word in a sentence may be a chance one. */
const fewResults = 10;

/** Words that were typed and found as they are need no others. */
function isFew({ synonyms, terms, scope }: Attempt, { total }: Found): boolean {
  return (
    total < fewResults && terms.length > 1 && (synonyms.length > 0 || scope.isSentence === true)
  );
}

function answerOrSome(
  db: Db,
  organizationId: OrganizationId,
  attempt: Attempt,
  found: Found,
): Answer | Promise<Answer> {
  return isFew(attempt, found)
    ? searchSome(db, organizationId, attempt, found)
    : answerOf(attempt, found, 'words');
}

/** The words with those by which ontologies know them; names are searched as they are typed. */
async function widen(
  db: Db,
  organizationId: OrganizationId,
  asked: Pick<Attempt, 'scope' | 'text' | 'namesOnly'>,
  terms: readonly Term[],
): Promise<Attempt> {
  const widened = asked.namesOnly
    ? { sought: terms.map((term) => [term]), synonyms: [] }
    : await widenByConcepts(db, organizationId, terms);
  return { ...asked, terms, ...widened };
}

/** Documents with every word, as far as each word occurs somewhere. */
async function findAll(
  db: Db,
  organizationId: OrganizationId,
  { scope, text, namesOnly, sought }: Attempt,
): Promise<FoundAll> {
  const match = matchOf(sought, { beginnings: 'all', namesOnly });
  if (!match && text.trim() !== '' && !hasLimits(scope)) return nothingOf(scope);
  const { offering, hasContracts } = await readOffered(db, organizationId, match);
  const unknown = hasContracts ? [] : await listUnknown(db, organizationId, { sought, namesOnly });
  if (unknown.length > 0) return { ...nothingOf(scope), unknown };
  return findMatching(db, organizationId, { ...scope, match, offering, text });
}

/** True if a sentence limits what is found, so that it needs no words. */
function hasLimits({ kind, resolved }: Scope): boolean {
  return kind !== undefined || resolved.ownerSets.length > 0 || resolved.tags.length > 0;
}

function nothingOf({ facets: wanted }: Scope): Found {
  return { hits: [], total: 0, facets: Object.fromEntries(wanted.map((facet) => [facet, []])) };
}

/** Documents with the closest words in place of those that occur nowhere, else with some of all these words. */
async function searchSimilar(
  db: Db,
  organizationId: OrganizationId,
  attempt: Attempt,
  found: FoundAll,
): Promise<Answer> {
  const { sought, namesOnly, terms } = attempt;
  const unknown = found.unknown ?? (await listUnknown(db, organizationId, { sought, namesOnly }));
  const typed = { terms, sought, namesOnly };
  const corrections = await correctQuery(db, organizationId, typed, unknown);
  if (corrections.size === 0) return searchSome(db, organizationId, attempt, found);
  const closest = terms.map((term) => corrections.get(term)?.[0] ?? term);
  const words = new Map([...corrections].map(([{ word }, [best]]) => [word, best?.word ?? word]));
  const didYouMean = replaceWords(attempt.text, words);
  const corrected = await widen(db, organizationId, { ...attempt, text: didYouMean }, closest);
  const similar = {
    ...corrected,
    sought: corrected.sought.map((each, index) => {
      const [, ...further] = corrections.get(terms[index] as Term) ?? [];
      return [...each, ...further];
    }),
  };
  const foundSimilar = await findAll(db, organizationId, similar);
  const isEnough = foundSimilar.total > 0 && !isFew(similar, foundSimilar);
  const answer = isEnough
    ? answerOf(similar, foundSimilar, 'similarity')
    : await searchSome(db, organizationId, similar, foundSimilar);
  return { ...answer, didYouMean };
}

/** Documents with some of several words, those with more and rarer words first. */
async function searchSome(
  db: Db,
  organizationId: OrganizationId,
  attempt: Attempt,
  found: Found,
): Promise<Answer> {
  const { scope, sought, text, namesOnly } = attempt;
  if (sought.length < 2) return answerOf(attempt, found, 'nothing');
  const counting = { sought, namesOnly, beginnings: 'long', max: maxFrequency } as const;
  const counts = await countEach(db, organizationId, counting);
  const match = matchOfSome(sought, counts, namesOnly);
  if (!match) return answerOf(attempt, found, 'nothing');
  const { offering } = await readOffered(db, organizationId, match);
  const some = await findMatching(db, organizationId, { ...scope, match, offering, text });
  return answerOf(attempt, some, 'some');
}

function answerOf(
  { sought, synonyms }: Attempt,
  found: Found,
  matched: SearchResult['matched'],
): Answer {
  const how = found.total === 0 && matched !== 'everything' ? 'nothing' : matched;
  return { ...found, matched: how, sought, synonyms, didYouMean: undefined };
}
