import { counted, countText as count } from '../../lib/numbers.ts';

/** Words of the quality of a contract: its checks day by day. */
export const qualityTexts = {
  summary: (broken: number, flaky: number) => {
    if (broken + flaky === 0) return 'No check fails.';
    if (flaky === 0) return `${counted(broken, 'check')} ${broken === 1 ? 'is' : 'are'} broken.`;
    return `${counted(broken, 'check')} broken, ${count(flaky)} flaky.`;
  },
  heatMap: 'Checks by day, worst first',
  /** What the pattern means, with the number of its checks. */
  group: (pattern: string, checks: number) => {
    const shown = counted(checks, 'check');
    if (pattern === 'broken') return `Broken: ${shown} failed in the newest test`;
    if (pattern === 'flaky')
      return `Flaky: ${shown} changed between passing and failing three times or more`;
    return `Passing: ${shown} passed in the newest test`;
  },
  check: 'Check',
  pattern: 'Now',
  days: 'Days',
  today: 'today',
  since: 'Since',
  sinceDay: (day: string) => day,
  revision: (revision: number) => `revision ${revision}`,
  version: (version: string) => `version ${version}`,
  dayAt: (day: string, time: string) => `${day}, ${time} UTC`,
  failsSince: (day: string) => `Fails since ${day}, `,
  failsForLong: (day: string) => `Fails since ${day} or earlier, `,
  passes: 'Passes now.',
  numbers: 'Show numbers',
  colors: 'Show colors',
  range: 'Days shown',
  rangeDays: (days: number) => `${days} days`,
  rows: (value: number | null, word: string) => (value === null ? word : count(value)),
  cell: (day: string, word: string, rows: number | null) =>
    rows === null || rows === 0 ? `${day}: ${word}` : `${day}: ${word}, ${counted(rows, 'row')}`,
  noTest: (day: string) => `${day}: not tested`,
  rowSummary: (failing: number, tested: number) =>
    failing === 0
      ? `Passed on all ${counted(tested, 'day')} with a test`
      : `Failed on ${count(failing)} of ${counted(tested, 'day')} with a test`,
  showAll: 'Show checks that always passed',
  showFailing: 'Only checks that failed',
  first: (shown: number, all: number) => `The worst ${count(shown)} of ${counted(all, 'check')}.`,
  noFailure: (days: number) => `No check failed in ${days} days`,
  noFailureDetail: 'Every check of every test passed.',
  duration: 'Duration of the tests',
  durationLast: (seconds: string, median: string, longest: string) =>
    `Last ${seconds} s, half of the days below ${median} s, longest ${longest} s`,
  durationScale: (seconds: string) => `${seconds} s`,
  durationDay: (day: string, seconds: string) => `${day}: ${seconds} s`,
  day: 'Day',
  seconds: 'Seconds',
  field: 'Show the field',
  wholeTable: 'the whole table',
  close: 'Close the check',
  next: 'Next check',
  previous: 'Previous check',
  earlierDay: 'Earlier day of the check',
  laterDay: 'Later day of the check',
  noRows: 'The test kept no rows of this check.',
  lastRows: (day: string) => `Rows of the last failure, ${day}.`,
  openTest: 'Open the test',
  gone: 'This check did not fail in the days shown.',
} as const;
