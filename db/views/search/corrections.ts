import type { OrganizationId } from '../../../domain/principal.ts';
import { toNameQuery, toSearchQuery } from '../../../domain/search/words.ts';
import type { Term } from '../../../domain/search/words.ts';
import {
  correctionsOf,
  isCorrectable,
  neighboursOf,
  variantsOf,
} from '../../../domain/search/spelling.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/**
 * Maximum number of terms to correct; with more, a misspelled word is unlikely to be the only cause of no
 * results.
 */
const maxTerms = 8;

/**
 * Maximum number of names compared with a misspelled word: enough for good candidates, within a few
 * milliseconds.
 */
const maxNames = 1_000;

/**
 * `offset 0` keeps the organization out of the inner query: with it and a limit, Postgres would rather scan all
 * documents of the organization than use the word index.
 */
const inIndex = (condition: string): string => `
  select names from (
    select organization_id, left(name, 200) || ' ' || id as names from documents where ${condition} offset 0) d
  where d.organization_id = ?`;

/** The first part finds transposed letters, which change most trigrams of a word. */
const similarNames = `
  (${inIndex('search @@ ?::tsquery')} limit ${maxNames})
  union
  (${inIndex(`(left(name, 200) || ' ' || id) %> ?`)} limit ${maxNames})`;

type Typed = { terms: readonly Term[]; namesOnly: boolean };

/**
 * The words that are sought for each term: the term itself, or, for an `unknown` one, the closest words of names, else words in
 * documents that differ by one letter. Undefined when no term is unknown, or an unknown one has no close words.
 */
export async function correctTerms(
  db: Db,
  organizationId: OrganizationId,
  { terms, namesOnly }: Typed,
  unknown: readonly number[],
): Promise<(readonly Term[])[] | undefined> {
  if (unknown.length === 0) return undefined;
  const sought: (readonly Term[])[] = terms.map((term) => [term]);
  for (const n of unknown) {
    const term = terms[n];
    const words = term ? await findCorrections(db, organizationId, term, namesOnly) : [];
    if (words.length === 0) return undefined;
    sought[n] = words.map((word) => ({ word, parts: [] }));
  }
  return sought;
}

async function findCorrections(
  db: Db,
  organizationId: OrganizationId,
  term: Term,
  namesOnly: boolean,
): Promise<string[]> {
  if (!isCorrectable(term)) return [];
  const named = await findInNames(db, organizationId, term);
  return named.length > 0 || namesOnly ? named : findInTexts(db, organizationId, term);
}

/** The tsquery for documents with one of the words. */
function toWordQuery(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(' | ')})`;
}

/** Number of documents in which the variants of a word are counted. */
const maxSample = 200;

const findVariants = {
  name: 'search-corrections-variants',
  text: `with found as (
      select search from (
        select organization_id, search from documents where search @@ $2::tsquery offset 0) d
      where organization_id = $1 limit ${maxSample})
    select lexeme as word from found cross join lateral unnest(found.search) as words
    where lexeme = any($3) group by lexeme order by count(*) desc, lexeme limit 10`,
};

/** Words of fields, tags and descriptions that differ from the term by one letter, the most frequent first. */
async function findInTexts(db: Db, organizationId: OrganizationId, term: Term): Promise<string[]> {
  const variants = variantsOf(term);
  const values = [organizationId, toWordQuery(variants), variants];
  const rows = await runStatement<{ word: string }>(db, findVariants, values);
  return rows.map(({ word }) => word);
}

async function findInNames(db: Db, organizationId: OrganizationId, term: Term): Promise<string[]> {
  const neighbours = toNameQuery(neighboursOf(term));
  const values = [neighbours, organizationId, term.word, organizationId];
  const { rows } = await db.raw<{ rows: { names: string }[] }>(similarNames, values);
  return correctionsOf(
    term,
    rows.map(({ names }) => names),
  );
}

/** Indexes of the terms that occur in no document of the organization; none if there are too many terms to correct them. */
export async function listUnknown(
  db: Db,
  organizationId: OrganizationId,
  { terms, namesOnly }: Typed,
): Promise<number[]> {
  if (terms.length > maxTerms) return [];
  const isKnown = await Promise.all(
    terms.map(async (term) => {
      const query = toSearchQuery([term], { beginnings: 'all', namesOnly }) ?? '';
      const one = `${inIndex('search @@ ?::tsquery')} limit 1`;
      const { rows } = await db.raw<{ rows: unknown[] }>(one, [query, organizationId]);
      return rows.length > 0;
    }),
  );
  return terms.flatMap((_, index) => (isKnown[index] ? [] : [index]));
}
