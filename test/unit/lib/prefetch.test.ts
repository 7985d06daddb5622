import { prefetch } from '../../../lib/waiting/prefetch.ts';

const values = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const value of source) found.push(value);
  return found;
};

it('gives the same values, and asks for the next one before the one before is done', async () => {
  const asked: number[] = [];
  async function* source(): AsyncGenerator<number> {
    for (let n = 1; n <= 3; n++) {
      asked.push(n);
      yield await Promise.resolve(n);
    }
  }
  const seen: number[][] = [];
  for await (const n of prefetch(source())) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([n, ...asked]);
  }
  expect(seen).toEqual([
    [1, 1, 2],
    [2, 1, 2, 3],
    [3, 1, 2, 3],
  ]);
});

it('throws what the source throws, behind the values before it', async () => {
  const found: number[] = [];
  async function* source(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new Error('broken');
  }
  const reading = (async () => {
    for await (const n of prefetch(source())) found.push(n);
  })();
  await expect(reading).rejects.toThrow('broken');
  expect(found).toEqual([1]);
});

it('ends early without waiting for a source that hangs', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => undefined);
  }
  const reading = (async () => {
    for await (const _ of prefetch(source())) throw new Error('enough');
  })();
  await expect(reading).rejects.toThrow('enough');
});

it('of nothing is nothing', async () => {
  async function* source(): AsyncGenerator<number> {}
  expect(await values(prefetch(source()))).toEqual([]);
});
