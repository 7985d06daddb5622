import { createThrottle } from '../../../lib/log.ts';
import { until } from '../../support/until.ts';

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

it('lets a key through again after its interval when the clock of the machine was set back', async () => {
  const may = createThrottle(20);
  expect(may('a')).toBe(true);
  const anHourAgo = Date.now() - 3_600_000;
  const stepped = jest.spyOn(Date, 'now').mockReturnValue(anHourAgo);
  await until('it is let through', () => may('a'));
  stepped.mockRestore();
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
