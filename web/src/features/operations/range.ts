import type { overviewTexts } from '../../texts/operations/overview.ts';

/** The time of history that the page shows, as the address has it. */
export type Range = keyof typeof overviewTexts.ranges;

/** Hours of each range. */
export const rangeHours: Readonly<Record<Range, number>> = { '24h': 24, '7d': 168, '30d': 720 };

const ranges = Object.keys(rangeHours) as readonly Range[];

/** Reads the address; a day is not written into it. */
export function readRange(search: Record<string, unknown>): { range?: Range } {
  const range = ranges.find((each) => each === search['range']);
  return range === undefined || range === '24h' ? {} : { range };
}
