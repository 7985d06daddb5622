import { toJsonSafe, toSample } from '../../../jobs/contract-tests/judge/json-safe.ts';

describe('a value of a sample', () => {
  it.each([
    ['x', 'x'],
    [1.5, 1.5],
    [true, true],
    [null, null],
    [undefined, null],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [12345678901234567890n, '12345678901234567890'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), 'Invalid Date'],
    [Buffer.from([0, 255]), '0x00ff'],
    [{ a: [1n] }, '{"a":["1"]}'],
    ['y'.repeat(201), `${'y'.repeat(200)}…`],
    ['y'.repeat(200), 'y'.repeat(200)],
  ])('%p', (value, expected) => expect(toJsonSafe(value)).toBe(expected));

  it('is masked, but for that it is missing', () => {
    expect(toSample({ a: 'secret', b: null, c: 1 }, new Set(['a', 'b']))).toEqual({
      a: '***',
      b: null,
      c: 1,
    });
  });
});
