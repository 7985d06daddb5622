import { createCountCache } from '../../../db/views/search/count-cache.ts';

let now = 0;
let counted: number[];
const create = (maxEntries = 10) =>
  createCountCache({ minTotal: 100, maxAgeMs: 1_000, maxEntries, now: () => now });
const count = (total: number) => () => {
  counted.push(total);
  return Promise.resolve({ total, facets: {} });
};
beforeEach(() => {
  counted = [];
});

it('keeps large counts for their time, and small ones not at all', async () => {
  const cache = create();
  for (const total of [100, 99]) {
    expect((await cache(`of ${total}`, count(total))).total).toBe(total);
    expect((await cache(`of ${total}`, count(7))).total).toBe(total === 100 ? 100 : 7);
  }
  now += 1_000;
  expect((await cache('of 100', count(101))).total).toBe(101);
  expect(counted).toEqual([100, 99, 7, 101]);
});

it('forgets failures and the oldest entries', async () => {
  const cache = create(2);
  await expect(cache('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  for (const key of ['a', 'b', 'c']) await cache(key, count(500));
  counted = [];
  for (const key of ['b', 'c', 'a']) await cache(key, count(501));
  expect(counted).toEqual([501]);
});
