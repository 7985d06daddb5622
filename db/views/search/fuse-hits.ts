import type { Hit, HitPosition } from './hits.ts';

/** The usual constant of reciprocal rank fusion: how little the first places outweigh those behind them. */
const smoothing = 60;

/**
 * The first page of hits by words, of which one more than the page is given, with those that are close in meaning: each has the sum of
 * 1 / (60 + place) in both lists. The next page begins at the first hit by words that is not shown, so that later pages may
 * repeat hits, but leave none out.
 */
export function fuseHits(
  hits: readonly Hit[],
  near: readonly Hit[],
  size: number,
): { hits: Hit[]; next: HitPosition | undefined } {
  const last = hits[size - 1];
  if (near.length === 0) {
    return { hits: hits.slice(0, size), next: hits.length > size ? last : undefined };
  }
  const scored = new Map<string, { hit: Hit; score: number }>();
  for (const list of [hits.slice(0, size), near]) {
    for (const [place, hit] of list.entries()) {
      const key = keyOf(hit);
      const known = scored.get(key) ?? { hit, score: 0 };
      scored.set(key, { ...known, score: known.score + 1 / (smoothing + place + 1) });
    }
  }
  const all = [...scored.values()].toSorted((one, other) => other.score - one.score);
  const shown = all.slice(0, size).map(({ hit }) => hit);
  const keys = new Set(shown.map(keyOf));
  const firstLeft = hits.findIndex((hit) => !keys.has(keyOf(hit)));
  return { hits: shown, next: firstLeft > 0 ? hits[firstLeft - 1] : undefined };
}

const keyOf = ({ kind, id }: Hit): string => `${kind} ${id}`;
