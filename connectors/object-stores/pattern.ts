import { isPattern, matcherOf } from '../guard/file-pattern.ts';

type Step = '**' | ((name: string) => boolean);

/** Positions in the pattern that can match the next name of a key. `**` matches any number of names, including none. */
function follow(steps: readonly Step[], places: ReadonlySet<number>): Set<number> {
  const reached = new Set(places);
  for (const place of reached) if (steps[place] === '**') reached.add(place + 1);
  return reached;
}

/**
 * Returns a matcher of keys for a pattern with `*`, `?`, `[…]` and `**`; all but `**` match within one name between slashes. A
 * key that equals the pattern matches too.
 */
export function keyMatcher(pattern: string): (key: string) => boolean {
  const steps = pattern
    .split('/')
    .map((segment): Step => (segment === '**' ? segment : matcherOf(segment)));
  return (key) => {
    if (key === pattern) return true;
    let places = follow(steps, new Set([0]));
    for (const name of key.split('/')) {
      const next = new Set<number>();
      for (const place of places) {
        const step = steps[place];
        if (step === '**') {
          if (!name.startsWith('.')) next.add(place);
        } else if (step?.(name) === true) next.add(place + 1);
      }
      places = follow(steps, next);
    }
    return places.has(steps.length);
  };
}

/** The common prefix of all keys that match; undefined for a pattern without wildcards. */
export function sharedPrefix(pattern: string): string | undefined {
  if (!isPattern(pattern)) return undefined;
  return pattern.slice(0, pattern.search(/[*?[]/));
}
