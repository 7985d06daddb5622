import { cutDefinition, roundEstimate } from '../../../connectors/assets/platform-facts.ts';

describe('an estimate of rows', () => {
  it.each([
    [0, 0],
    [0.4, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 5],
    [7, 5],
    [8, 10],
    [14, 10],
    [149, 100],
    [151, 200],
    [340, 200],
    [1_000, 1_000],
    [76_000, 100_000],
    [123_456_789, 100_000_000],
  ])('of %d is %d', (rows, rounded) => {
    expect(roundEstimate(rows)).toBe(rounded);
  });
});

describe('a definition', () => {
  it('is kept when it is short', () => {
    expect(cutDefinition('select 1')).toBe('select 1');
    expect(cutDefinition('x'.repeat(10_000))).toHaveLength(10_000);
  });

  it('is cut when it is long, between letters', () => {
    expect(cutDefinition('x'.repeat(10_001))).toBe(`${'x'.repeat(10_000)} …`);
    const cut = cutDefinition(`${'x'.repeat(9_999)}😀😀`);
    expect(cut).toBe(`${'x'.repeat(9_999)} …`);
  });
});
