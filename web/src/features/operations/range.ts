import type { overviewTexts } from '../../texts/operations/overview.ts';

/** Hours of history that the page shows, as the address has them. */
export type Range = keyof typeof overviewTexts.ranges;

const ranges: readonly Range[] = ['24', '168', '720'];

/** Reads the address; a day is not written into it. */
export function readRange(search: Record<string, unknown>): { hours?: Range } {
  const hours = ranges.find((range) => range === String(search['hours']));
  return hours === undefined || hours === '24' ? {} : { hours };
}
