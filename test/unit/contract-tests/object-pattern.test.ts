import { newestRanges } from '../../../connectors/kafka/sample.ts';
import { keyMatcher, sharedPrefix } from '../../../connectors/object-stores/pattern.ts';
import { processorCost } from '../../support/spent-time.ts';

describe('a pattern of keys', () => {
  it.each([
    ['a/*.csv', ['a/x.csv', 'a/.csv.csv', 'a/b/x.csv', 'b/x.csv'], ['a/x.csv']],
    ['a/**/x', ['a/x', 'a/b/x', 'a/b/c/x', 'ax', 'a/.hidden/x'], ['a/x', 'a/b/x', 'a/b/c/x']],
    ['**/*.json', ['x.json', 'a/b/x.json', 'x.csv'], ['x.json', 'a/b/x.json']],
    ['a/[xy]?', ['a/x1', 'a/z1', 'a/x'], ['a/x1']],
    ['a/**', ['a', 'a/b', 'a/b/c'], ['a', 'a/b', 'a/b/c']],
    ['odd/[name].csv', ['odd/[name].csv', 'odd/n.csv'], ['odd/[name].csv', 'odd/n.csv']],
    ['a+b(c)/$.csv', ['a+b(c)/$.csv', 'aab(c)/$.csv'], ['a+b(c)/$.csv']],
  ])('%s names of %j', (pattern, keys, named) => {
    expect(keys.filter(keyMatcher(pattern))).toEqual(named);
  });

  it('has a beginning that all its keys share', () => {
    expect(['a/b*/c', '*', 'a/[x]', 'plain/key'].map(sharedPrefix)).toEqual([
      'a/b',
      '',
      'a/',
      undefined,
    ]);
  });

  it('is looked for in a time that does not explode', () => {
    const matches = keyMatcher(`${'**/'.repeat(30)}x`);
    const cost = processorCost(() => expect(matches(`${'a/'.repeat(500)}y`)).toBe(false), 30);
    expect(cost).toBeLessThan(30);
  });
});

describe('the newest messages of a topic', () => {
  const offsets = (...ends: [number, number][]): Parameters<typeof newestRanges>[0] =>
    ends.map(([low, high], partition) => ({ partition, low: BigInt(low), high: BigInt(high) }));
  const taken = (...question: Parameters<typeof newestRanges>): number[][] =>
    newestRanges(...question)
      .sort((one, other) => one.partition - other.partition)
      .map(({ partition, from, to }) => [partition, Number(from), Number(to)]);

  it('are shared by its partitions as they have them', () => {
    expect(taken(offsets([0, 4], [7, 7], [10, 18]), 100)).toEqual([
      [0, 0, 4],
      [2, 10, 18],
    ]);
    expect(taken(offsets([0, 2], [0, 100], [50, 100]), 12)).toEqual([
      [0, 0, 2],
      [1, 95, 100],
      [2, 95, 100],
    ]);
    expect(taken(offsets([0, 9], [0, 9]), 1).filter(([, from, to]) => from !== to)).toHaveLength(1);
    expect(taken(offsets([5, 5]), 10)).toEqual([]);
  });
});
