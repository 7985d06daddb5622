import type { FacetName } from './filters.ts';

/** Number of matches with a value; teams, domains, certifications, concepts and integrations have a name beside their id. */
export type FacetCount = { value: string; name: string | null; count: number };
export type FacetCounts = Partial<Record<FacetName, FacetCount[]>>;

/** Number of matches, and of their values in some facets. */
export type Counts = { total: number; facets: FacetCounts };

/** Bounds of a cache of counts; `now` is in milliseconds. */
export type CountCacheOptions = {
  /** Smaller results are counted anew for each search. */
  minTotal: number;
  maxAgeMs: number;
  maxEntries: number;
  now: () => number;
};

/** Returns the counts of a search, or counts them. */
export type CountCache = (key: string, count: () => Promise<Counts>) => Promise<Counts>;

/**
 * Keeps counts of large results for a few seconds: to count 100,000 matches takes longer than a page may take, and a few more or less
 * do not matter to a reader.
 */
export function createCountCache({
  minTotal,
  maxAgeMs,
  maxEntries,
  now,
}: CountCacheOptions): CountCache {
  const entries = new Map<string, { counts: Counts; until: number }>();
  return async (key, count) => {
    const known = entries.get(key);
    if (known && known.until > now()) return known.counts;
    const counts = await count();
    entries.delete(key);
    if (counts.total < minTotal) return counts;
    entries.set(key, { counts, until: now() + maxAgeMs });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return counts;
  };
}
