import { hash } from 'node:crypto';

/** What may stand where something else is expected. */
const replacements: readonly unknown[] = [
  undefined,
  null,
  true,
  1e308,
  '',
  'ü\u2028',
  // Too long for an index, and not to be compressed.
  Array.from({ length: 200 }, (_, n) => hash('sha256', String(n))).join(''),
  [],
  [null],
  {},
  { '': {} },
];

/** The value with one thing in it replaced, once for each thing and replacement. */
export function* mutations(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const put = (replacement: unknown): unknown =>
      Array.isArray(value)
        ? value.with(Number(name), replacement)
        : { ...value, [name]: replacement };
    for (const replacement of replacements) yield [`${path}.${name}`, put(replacement)];
    for (const [inner, changed] of mutations(member, `${path}.${name}`))
      yield [inner, put(changed)];
  }
}
