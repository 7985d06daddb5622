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

/** tsqueries with the misspelled terms replaced, and the words that each term now stands for. */
type Corrected = { where: string; rank: string; sought: (readonly Term[])[] };

/** Words of names, or of anything else in documents. */
type Corrections = { words: string[]; query: string };

/**
 * Replaces each term that occurs in no document of the organization by the closest words of names, else by words in documents
 * that differ by one letter. Undefined when all terms occur, or a missing term has no close words.
 */
export async function correctTerms(
  db: Db,
  organizationId: OrganizationId,
  { terms, namesOnly }: { terms: readonly Term[]; namesOnly: boolean },
): Promise<Corrected | undefined> {
  if (terms.length > maxTerms) return undefined;
  const queries = terms.map((term) => queryOf(term, namesOnly));
  const unknown = await listUnknown(db, organizationId, queries);
  if (unknown.length === 0) return undefined;
  const where = [...queries];
  const rank = terms.map((term) => queryOf(term, false));
  const sought: (readonly Term[])[] = terms.map((term) => [term]);
  for (const n of unknown) {
    const term = terms[n];
    const found = term && (await findCorrections(db, organizationId, term, namesOnly));
    if (!found) return undefined;
    const { words, query } = found;
    where[n] = query;
    rank[n] = toWordQuery(words);
    sought[n] = words.map((word) => ({ word, parts: [] }));
  }
  return { where: where.join(' & '), rank: rank.join(' & '), sought };
}

function queryOf(term: Term, namesOnly: boolean): string {
  return toSearchQuery([term], { beginnings: 'all', namesOnly }) ?? '';
}

async function findCorrections(
  db: Db,
  organizationId: OrganizationId,
  term: Term,
  namesOnly: boolean,
): Promise<Corrections | undefined> {
  if (!isCorrectable(term)) return undefined;
  const named = await findInNames(db, organizationId, term);
  if (named.length > 0) return { words: named, query: toNameQuery(named) };
  const words = namesOnly ? [] : await findInTexts(db, organizationId, term);
  return words.length > 0 ? { words, query: toWordQuery(words) } : undefined;
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

/** Indexes of the queries that match no document of the organization. */
async function listUnknown(
  db: Db,
  organizationId: OrganizationId,
  queries: readonly string[],
): Promise<number[]> {
  const found = await Promise.all(
    queries.map(async (query) => {
      const one = `${inIndex('search @@ ?::tsquery')} limit 1`;
      const { rows } = await db.raw<{ rows: unknown[] }>(one, [query, organizationId]);
      return rows.length > 0;
    }),
  );
  return queries.map((_, index) => index).filter((index) => !found[index]);
}
