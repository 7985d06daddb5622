import type { Choices } from './choices.ts';

/** Names of members that break objects, patterns, SQL or paths where code is careless. */
export const hostileNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  '$ref',
  '',
  ' ',
  'a\nb',
  'a\r\nb',
  '\n',
  'a\u2028b',
  'a\u2029b',
  'a\u0085b',
  'a\u0000b',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\ud83d\ude00',
  'é\u0301',
  '\u202egnp',
  '\ufeffid',
  '\uffff',
  'a.b',
  'a/b',
  '../..',
  'a[b]',
  'a[]',
  '[[[[',
  '%00',
  '%ff',
  '%',
  '-1',
  '0',
  '1e9',
  "'; drop table x; --",
  '"',
  '\\',
  '${x}',
  '{{x}}',
  '<script>',
  '*',
  '?',
  '#',
  'A'.repeat(300),
  'n'.repeat(5_000),
];

const hostileValues: readonly string[] = [
  ...hostileNames,
  'null',
  'true',
  'NaN',
  '1e400',
  '9'.repeat(400),
  '2026-02-30',
  '2026-13-45T99:99:99Z',
  '9999-12-31T23:59:59.999999999Z',
  '-271821-04-20T00:00:00Z',
  '0000-01-01',
  '1970-01-01',
  'P9999999999Y',
  '* * * * *',
  '0 0 31 2 *',
  '*/0 * * * *',
  'Europe/Nowhere',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'https://127.0.0.1:99999/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'mailto:a@b\r\nBcc: c@d',
  'a@b',
  '@',
  '(a+)+$',
  '(?<=a)b',
  '[',
  '\\u{110000}',
  'select 1',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '18446744073709551616',
  '9223372036854775808',
  'x'.repeat(70_000),
  '😀'.repeat(2_000),
  '\u0000'.repeat(50),
  'a\n'.repeat(500),
];

/** Marks a number of JSON: texts between these marks lose their quotation marks. */
export const rawNumber = (text: string): string => `@@${text}@@`;

const hostileNumbers: readonly unknown[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 63),
  rawNumber('1e400'),
  rawNumber('-1e400'),
  rawNumber('9'.repeat(400)),
  rawNumber('0.1e-9999'),
  rawNumber('12345678901234567890'),
];

export function hostileText(choices: Choices): string {
  return choices.pick(hostileValues);
}

export function hostileName(choices: Choices): string {
  return choices.pick(hostileNames);
}

export function hostileValue(choices: Choices): unknown {
  return choices.weighted<() => unknown>([
    [6, () => hostileText(choices)],
    [3, () => choices.pick(hostileNumbers)],
    [1, () => null],
    [1, () => choices.pick([true, false])],
    [1, () => choices.pick<unknown>([[], {}, [[]], [null], [{}], { '': null }])],
    [0.3, () => nested(choices.pick([10, 70, 120, 1_000]), choices.pick(['array', 'object']))],
    [0.3, () => Array.from({ length: choices.pick([50, 1_001, 10_001]) }, () => 'x')],
    [0.2, () => withMembers(choices.pick([50, 1_001, 5_000]))],
  ])();
}

function nested(depth: number, kind: 'array' | 'object'): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = kind === 'array' ? [value] : { a: value };
  return value;
}

function withMembers(count: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`member_${index}`, index]),
  );
}
