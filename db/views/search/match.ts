import { toPartsQuery, toSoughtQuery } from '../../../domain/search/words.ts';
import type { Matching, Sought } from '../../../domain/search/words.ts';

/**
 * tsqueries: one selects documents, another ranks them, the third selects contracts whose products match; without them all
 * documents match equally. With `lists`, documents need one word only, and rank by the weights of the queries that they match.
 */
export type Match =
  | { where: string; rank: string; parts: string | undefined; lists?: WeightedQueries }
  | undefined;

/** tsqueries and the weight of each. */
export type WeightedQueries = { queries: readonly string[]; weights: readonly number[] };

/** Words in more documents say little beside rarer ones. */
export const maxFrequency = 1_000;

/** Documents that have, of each list, one of its words. */
export function matchOf(sought: Sought, matching: Matching): Match {
  const where = toSoughtQuery(sought, matching);
  const rank = toSoughtQuery(sought, { ...matching, namesOnly: false });
  if (where === undefined || rank === undefined) return undefined;
  return { where, rank, parts: partsOf(sought, matching) };
}

/** Documents that have a word of some list, those with more and rarer words first; `counts` says in how many documents each list occurs. */
export function matchOfSome(sought: Sought, counts: readonly number[], namesOnly: boolean): Match {
  const matching = { beginnings: 'long', namesOnly, any: true } as const;
  const known = sought.filter((_, index) => (counts[index] ?? 0) > 0);
  const rare = sought.filter((_, index) => isRare(counts[index]));
  const match = matchOf(rare.length > 0 ? rare : known, matching);
  if (!match) return undefined;
  const weighted = sought.flatMap((each, index) => {
    const query = toSoughtQuery([each], { beginnings: 'long' });
    const count = counts[index] ?? 0;
    return query === undefined || count === 0 ? [] : [{ query, weight: weightOf(count) }];
  });
  const queries = weighted.map(({ query }) => query);
  return { ...match, lists: { queries, weights: weighted.map(({ weight }) => weight) } };
}

const isRare = (count = 0): boolean => count > 0 && count < maxFrequency;

/** As the inverse document frequency of ranking functions: a rare word says more than a frequent one. */
const weightOf = (count: number): number => Math.log(1 + (2 * maxFrequency) / count);

/** Names alone do not ask for what a product offers. */
function partsOf(sought: Sought, { namesOnly = false, any = false }: Matching): string | undefined {
  return namesOnly ? undefined : toPartsQuery(sought, any);
}
