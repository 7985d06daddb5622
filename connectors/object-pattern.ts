import { isPattern, matcherOf } from './file-pattern.ts';

type Step = '**' | ((name: string) => boolean);

/** What can follow after some names of a key: places in the pattern. `**` stands for any number of names, also none. */
function follow(steps: readonly Step[], places: ReadonlySet<number>): Set<number> {
  const reached = new Set(places);
  for (const place of reached) if (steps[place] === '**') reached.add(place + 1);
  return reached;
}

/**
 * Tells the keys that a pattern with `*`, `?`, `[…]` and `**` names, each but the last within one name between slashes. A
 * key that is written as the pattern is named, too.
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

/** The beginning that all keys of a pattern share; undefined when it names one key only. */
export function sharedPrefix(pattern: string): string | undefined {
  if (!isPattern(pattern)) return undefined;
  return pattern.slice(0, pattern.search(/[*?[]/));
}
