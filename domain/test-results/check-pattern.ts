/** How a check behaved: passing now, failing without interruption, or changing its mind. */
export const checkPatterns = ['passing', 'broken', 'flaky'] as const;
export type CheckPattern = (typeof checkPatterns)[number];

export const isFailing = ({ result }: { result: string }): boolean =>
  result === 'failed' || result === 'error';

/** A check that broke once and was mended once has changed twice. */
const flakyChanges = 3;

/** Warnings and days on which a check was not evaluated count as passed. */
export function patternOf(days: readonly { result: string }[]): CheckPattern {
  const changes = days.filter((day, at) => {
    const before = days[at - 1];
    return before !== undefined && isFailing(day) !== isFailing(before);
  }).length;
  if (changes >= flakyChanges) return 'flaky';
  const last = days.at(-1);
  return last !== undefined && isFailing(last) ? 'broken' : 'passing';
}

/** The first day of the failures that last until the newest test; undefined if it passed. */
export function failingSince<Day extends { result: string }>(
  days: readonly Day[],
): Day | undefined {
  return days[days.findLastIndex((day) => !isFailing(day)) + 1];
}
