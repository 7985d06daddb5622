import type { Json, JsonObject } from '../lib/json.ts';

/** Most characters of a view's definition that are kept. */
const definitionLimit = 10_000;

/** The text of a view, cut where it gets longer than 10,000 characters; the cut says so. */
export function cutDefinition(text: string): string {
  if (text.length <= definitionLimit) return text;
  // A half of a surrogate pair could not be stored.
  const kept = text.slice(0, definitionLimit).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept} …`;
}

/**
 * A number of rows as 0 or 1, 2 or 5 times a power of ten, whichever is nearest: a platform's estimate moves a little all the
 * time, and each different number would make a run change the asset.
 */
export function roundRowEstimate(rows: number): number {
  if (rows < 1) return 0;
  const power = 10 ** Math.floor(Math.log10(rows));
  const leading = rows / power;
  if (leading < 1.5) return power;
  if (leading < 3.5) return 2 * power;
  return (leading < 7.5 ? 5 : 10) * power;
}

/** The members that have a value; undefined when there is none at all. */
export function withoutGaps(members: Record<string, Json | undefined>): JsonObject | undefined {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return present.length === 0 ? undefined : (Object.fromEntries(present) as JsonObject);
}

/** A list as a member of an object; an empty one is none. */
export function listed(items: JsonObject[]): Json | undefined {
  return items.length > 0 ? items : undefined;
}
