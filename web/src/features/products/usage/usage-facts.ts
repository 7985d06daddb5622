import type { components } from '../../../api/schema.d.ts';

export type Usage = components['schemas']['DataProductUsage'];
export type UsageEntry = Usage['entries'][number];

const dayMs = 86_400_000;

/** Days that the page shows, today included. */
export const shownDays = 90;

/** A product without use for this long is quiet. */
const quietDays = 30;

/** The first day that is shown, as YYYY-MM-DD. */
export function firstDay(now: Date): string {
  return new Date(now.getTime() - (shownDays - 1) * dayMs).toISOString().slice(0, 10);
}

/** The uses of each day of the range, also of those without any. */
export function usesOfDays({ from, entries }: Usage): number[] {
  const counts = new Map(entries.map(({ key, count }) => [key, count]));
  const start = Date.parse(from);
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(start + index * dayMs).toISOString().slice(0, 10);
    return counts.get(day) ?? 0;
  });
}

/** True if nobody has used the product in the last 30 days. */
export function isQuiet({ lastUsedOn, to }: Usage): boolean {
  return lastUsedOn === null || Date.parse(to) - Date.parse(lastUsedOn) > quietDays * dayMs;
}
