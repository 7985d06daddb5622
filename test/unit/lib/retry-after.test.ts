import { retryAfterMs } from '../../../lib/retry-after.ts';

const now = new Date('2026-01-02T03:04:05Z');

it.each([
  ['7', 7_000],
  [' 0 ', 0],
  ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
  ['Fri, 02 Jan 2026 03:00:05 GMT', 0],
  ['soon', 0],
  ['', 0],
  [undefined, 0],
])('Retry-After: %j is a wait of %i ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});
