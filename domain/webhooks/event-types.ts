import type { Violation } from '../errors.ts';
import { distanceToBeginning } from '../spelling.ts';

const suggestions = 3;

function matches(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** Whether one of the patterns, which carry no prefix, means this type. */
export function isWantedType(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matches(pattern, type));
}

/** The patterns without the prefix that types carry in the feed. */
export function withoutTypePrefix(patterns: readonly string[], prefix: string): string[] {
  const bare = patterns.map((pattern) =>
    pattern.startsWith(prefix) ? pattern.slice(prefix.length) : pattern,
  );
  return [...new Set(bare)];
}

/** Patterns, without prefix, that mean no known type, each with the types that are spelt most like it. */
export function checkEventTypes(
  patterns: readonly string[],
  known: readonly string[],
): Violation[] {
  return patterns.flatMap((pattern, index) =>
    known.some((type) => matches(pattern, type))
      ? []
      : [{ field: `events[${index}]`, message: describeUnknown(pattern, known) }],
  );
}

function describeUnknown(pattern: string, known: readonly string[]): string {
  const word = pattern.replace(/\*$/, '').toLowerCase();
  const near = known
    .map((type) => ({ type, distance: distanceToBeginning(word, type.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || (a.type < b.type ? -1 : 1))
    .slice(0, suggestions)
    .map(({ type }) => type);
  return `is no type of event; the nearest are ${near.join(', ')}, and * means all of the catalog`;
}
