import type { OrganizationId } from '../../../domain/principal.ts';
import { toNameQuery, toSearchQuery } from '../../../domain/search/words.ts';
import type { Term } from '../../../domain/search/words.ts';
import { correctionsOf, isCorrectable, neighboursOf } from '../../../domain/search/spelling.ts';
import type { Db } from '../../connect.ts';

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

/**
 * Replaces each term that occurs in no document of the organization by the closest words of names. Undefined
 * when all terms occur, or a missing term has no close words.
 */
export async function correctTerms(
  db: Db,
  organizationId: OrganizationId,
  { terms, namesOnly }: { terms: readonly Term[]; namesOnly: boolean },
): Promise<{ where: string; rank: string } | undefined> {
  if (terms.length > maxTerms) return undefined;
  const queries = terms.map((term) => queryOf(term, namesOnly));
  const unknown = await listUnknown(db, organizationId, queries);
  if (unknown.length === 0) return undefined;
  const where = [...queries];
  const rank = terms.map((term) => queryOf(term, false));
  for (const n of unknown) {
    const term = terms[n];
    const words = term ? await findCorrections(db, organizationId, term) : [];
    if (words.length === 0) return undefined;
    where[n] = toNameQuery(words);
    rank[n] = `(${words.map((word) => `'${word}'`).join(' | ')})`;
  }
  return { where: where.join(' & '), rank: rank.join(' & ') };
}

function queryOf(term: Term, namesOnly: boolean): string {
  return toSearchQuery([term], { beginnings: 'all', namesOnly }) ?? '';
}

async function findCorrections(
  db: Db,
  organizationId: OrganizationId,
  term: Term,
): Promise<string[]> {
  if (!isCorrectable(term)) return [];
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
