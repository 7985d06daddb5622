import { toPartsQuery, toSoughtQuery } from '../../../domain/search/words.ts';
import type { Matching, Term } from '../../../domain/search/words.ts';

/**
 * tsqueries: one selects documents, another ranks them, the third selects contracts whose products match; without them all
 * documents match equally.
 */
export type Match = { where: string; rank: string; parts: string | undefined } | undefined;

/** What a match has: of each list one of its words. */
type Sought = readonly (readonly Term[])[];

export function matchOf(sought: Sought, matching: Matching): Match {
  const where = toSoughtQuery(sought, matching);
  const rank = toSoughtQuery(sought, { ...matching, namesOnly: false });
  if (where === undefined || rank === undefined) return undefined;
  return { where, rank, parts: partsOf(sought, matching) };
}

/** Names alone do not ask for what a product offers. */
function partsOf(sought: Sought, { namesOnly = false, any = false }: Matching): string | undefined {
  return namesOnly ? undefined : toPartsQuery(sought, any);
}
