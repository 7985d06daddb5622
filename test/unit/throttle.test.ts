import { createThrottle } from '../../lib/log.ts';

it('lets a key through once in its interval, and others beside it', () => {
  const may = createThrottle(60_000);
  expect([may('a'), may('a'), may('b'), may('a'), may('b')]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

it('forgets keys when there are too many, so that its memory has a bound', () => {
  const may = createThrottle(60_000);
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index}`);
  expect(keys.every(may)).toBe(true);
  expect(keys.some(may)).toBe(false);
  expect(may('one more')).toBe(true);
  expect(may('key 0')).toBe(true);
  expect(may('one more')).toBe(false);
});
