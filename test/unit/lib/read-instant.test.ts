import { readAsOf, readInstant } from '../../../api/http/read-instant.ts';

const zone = process.env['TZ'];
// What has no zone is UTC, wherever the machine stands.
beforeAll(() => (process.env['TZ'] = 'Europe/Berlin'));
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it.each([
  ['2026-07-31', '2026-07-31T00:00:00.000Z'],
  ['2026-07-31T12:00', '2026-07-31T12:00:00.000Z'],
  ['2026-07-31T12:00:00.5Z', '2026-07-31T12:00:00.500Z'],
  ['2026-07-31T12:00:00 02:00', '2026-07-31T10:00:00.000Z'],
  ['2026-07-31T12:00-0200', '2026-07-31T14:00:00.000Z'],
])('reads %s as %s', (text, instant) => {
  expect(readInstant('from', text)?.toISOString()).toBe(instant);
});

it('takes the end of a day for asOf, and nothing for what was not given', () => {
  expect(readAsOf('2026-07-31').toISOString()).toBe('2026-07-31T23:59:59.999Z');
  expect(readInstant('from', undefined)).toBeUndefined();
});

it.each(['', 'today', '2026-02-30', '2026-13-01', '2026-07-31T25:00', '31.07.2026', '2026-07-31T'])(
  'refuses %s and says what it wants',
  (text) => {
    expect(() => readInstant('from', text)).toThrow(/^from=.*such as 2026-01-31/);
  },
);
