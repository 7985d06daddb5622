import type { OrganizationId } from '../../../domain/principal.ts';
import { singularOf } from '../../../domain/search/plurals.ts';
import { toNameQuery, toSearchQuery } from '../../../domain/search/words.ts';
import type { Sought, Term } from '../../../domain/search/words.ts';
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

/** Names with a word that has two letters in another order or one less, which changes most trigrams of a short word. */
const neighbouringNames = `${inIndex('search @@ ?::tsquery')} limit ${maxNames}`;
const similarNames = `${inIndex(`(left(name, 200) || ' ' || id) %> ?`)} limit ${maxNames}`;

type Typed = { terms: readonly Term[]; namesOnly: boolean };

/** The closest words of an unknown term, the closest first: words of names, else words in documents that differ by one letter. */
export type Corrections = ReadonlyMap<Term, readonly Term[]>;

/**
 * The corrections of the terms at `unknown`, and beside them of words that only seem to be plurals: `postcods` is known by
 * `postcod`, with which `postcode` begins. A plural whose singular is a word of the catalog is no misspelling.
 */
export async function correctQuery(
  db: Db,
  organizationId: OrganizationId,
  { terms, sought, namesOnly }: Typed & { sought: Sought },
  unknown: readonly number[],
): Promise<Corrections> {
  const typed = { terms, namesOnly };
  const corrections = await correctTerms(db, organizationId, typed, unknown);
  if (corrections.size === 0) return corrections;
  const alone = { sought: terms.map((term) => [term]), namesOnly };
  const suspects = (await listUnknown(db, organizationId, alone)).filter(
    (n) => !unknown.includes(n) && sought[n]?.length === 2,
  );
  const others = await correctTerms(db, organizationId, typed, suspects);
  const wrong = [...others].filter(([{ word }, words]) =>
    words.every((one) => one.word !== singularOf(word)),
  );
  return new Map([...corrections, ...wrong]);
}

/** The corrections of the terms at these indexes; terms without close words have none. */
async function correctTerms(
  db: Db,
  organizationId: OrganizationId,
  { terms, namesOnly }: Typed,
  unknown: readonly number[],
): Promise<Corrections> {
  const corrections = new Map<Term, readonly Term[]>();
  for (const n of unknown) {
    const term = terms[n];
    const words = term ? await findCorrections(db, organizationId, term, namesOnly) : [];
    if (term && words.length > 0)
      corrections.set(
        term,
        words.map((word) => ({ word, parts: [] })),
      );
  }
  return corrections;
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

/** Words are looked up before similar ones are sought, which takes longer than the rest of a search. */
async function findInNames(db: Db, organizationId: OrganizationId, term: Term): Promise<string[]> {
  const find = async (sql: string, words: string): Promise<string[]> => {
    const { rows } = await db.raw<{ rows: { names: string }[] }>(sql, [words, organizationId]);
    return correctionsOf(
      term,
      rows.map(({ names }) => names),
    );
  };
  const neighbours = await find(neighbouringNames, toNameQuery(neighboursOf(term)));
  return neighbours.length > 0 ? neighbours : find(similarNames, term.word);
}

/** Which words are counted: as prefixes, or only the long ones so; in names, or anywhere. */
type Counting = { sought: Sought; namesOnly: boolean; beginnings: 'all' | 'long'; max: number };

/** Indexes of the lists of which no word occurs in a document of the organization; none if there are too many to correct them. */
export async function listUnknown(
  db: Db,
  organizationId: OrganizationId,
  { sought, namesOnly }: { sought: Sought; namesOnly: boolean },
): Promise<number[]> {
  if (sought.length > maxTerms) return [];
  const counts = await countEach(db, organizationId, {
    sought,
    namesOnly,
    beginnings: 'all',
    max: 1,
  });
  return counts.flatMap((count, index) => (count > 0 ? [] : [index]));
}

/** For each list, how many documents have one of its words, at most `max`. */
export function countEach(
  db: Db,
  organizationId: OrganizationId,
  { sought, namesOnly, beginnings, max }: Counting,
): Promise<number[]> {
  return Promise.all(
    sought.map(async (each) => {
      const query = toSearchQuery(each, { beginnings, namesOnly, any: true }) ?? '';
      const some = `select count(*)::int as count from (${inIndex('search @@ ?::tsquery')} limit ?) found`;
      const { rows } = await db.raw<{ rows: { count: number }[] }>(some, [
        query,
        organizationId,
        max,
      ]);
      return rows[0]?.count ?? 0;
    }),
  );
}
