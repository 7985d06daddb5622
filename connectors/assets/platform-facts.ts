import type { Json, JsonObject } from '../../lib/json/json.ts';

/** Maximum length of a stored view definition. */
const definitionLimit = 10_000;

/** The definition of a view, truncated after 10,000 characters with a mark. */
export function cutDefinition(text: string): string {
  if (text.length <= definitionLimit) return text;
  // Half a surrogate pair cannot be stored.
  const kept = text.slice(0, definitionLimit).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept} …`;
}

/**
 * Rounds a number of rows or bytes to 0 or 1, 2 or 5 times a power of ten, because a platform's estimate changes all the time, and each change
 * would update the asset.
 */
export function roundEstimate(rows: number): number {
  if (rows < 1) return 0;
  const power = 10 ** Math.floor(Math.log10(rows));
  const leading = rows / power;
  if (leading < 1.5) return power;
  if (leading < 3.5) return 2 * power;
  return (leading < 7.5 ? 5 : 10) * power;
}

/** The members that have a value; undefined when none has. */
export function withoutGaps(members: Record<string, Json | undefined>): JsonObject | undefined {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : (Object.fromEntries(present) as JsonObject);
}

/** A list as a member of an object, without empty lists. */
export function listed(items: JsonObject[]): Json | undefined {
  return items.length > 0 ? items : undefined;
}
