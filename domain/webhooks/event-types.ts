import type { Violation } from '../errors.ts';
import { distanceToBeginning } from '../search/spelling.ts';

const suggestions = 3;

/** Similar types are looked up for so many unknown patterns: each is compared with all types letter by letter. */
const maxDescribed = 10;

function matches(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** True if one of the patterns, which have no prefix, matches this type. */
export function isWantedType(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matches(pattern, type));
}

/** The patterns without the prefix that types have in the feed. */
export function withoutTypePrefix(patterns: readonly string[], prefix: string): string[] {
  const bare = patterns.map((pattern) =>
    pattern.startsWith(prefix) ? pattern.slice(prefix.length) : pattern,
  );
  return [...new Set(bare)];
}

/** Patterns, without prefix, that match no known type, the first of them with the most similar types. */
export function checkEventTypes(
  patterns: readonly string[],
  known: readonly string[],
): Violation[] {
  return patterns
    .map((pattern, index) => ({ pattern, field: `events[${index}]` }))
    .filter(({ pattern }) => !known.some((type) => matches(pattern, type)))
    .map(({ pattern, field }, nth) => ({
      field,
      message: nth < maxDescribed ? describeUnknown(pattern, known) : 'is no type of event',
    }));
}

function describeUnknown(pattern: string, known: readonly string[]): string {
  // Letters beyond the length of the longest type cannot match any, and take long to compare.
  const longest = Math.max(...known.map((type) => type.length));
  const word = pattern.replace(/\*$/, '').slice(0, longest).toLowerCase();
  const near = known
    .map((type) => ({ type, distance: distanceToBeginning(word, type.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || (a.type < b.type ? -1 : 1))
    .slice(0, suggestions)
    .map(({ type }) => type);
  return `is no type of event; the nearest are ${near.join(', ')}, and * means all of the catalog`;
}
