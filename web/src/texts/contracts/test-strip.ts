/** Words of the strip of 30 days. */
export const stripTexts = {
  summary: (failed: number) =>
    failed === 0
      ? 'Tests of the last 30 days, none failed'
      : `Tests of the last 30 days, failed on ${failed} of them`,
  noTest: (date: string) => `${date}: no test`,
  day: (date: string, word: string, failed: number, checks: number) =>
    failed === 0
      ? `${date}: ${word}, ${checks} checks`
      : `${date}: ${word}, ${failed} of ${checks} checks fail`,
} as const;
