import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { ecmaPattern } from '../../../../jobs/code-generation/shapes/text/ecma-pattern.ts';
import { translatePattern } from '../../../../jobs/code-generation/shapes/text/pattern-flavours.ts';
import { contractOf } from '../contracts.ts';
import { describeWith, pythonWithPydantic, runPython } from '../python/python.ts';

const { raw } = String;

/** What the languages read in different ways, or not at all. */
const cases: [pattern: string, rust: string | undefined, python: string | undefined][] = [
  ['^[a-z]+$', '^[a-z]+$', raw`^[a-z]+\Z`],
  [raw`\d{3}`, '[0-9]{3}', '[0-9]{3}'],
  [raw`^[\w-]+$`, '^[0-9A-Za-z_-]+$', raw`^[0-9A-Za-z_-]+\Z`],
  [
    raw`^[\w-\.]+@[\w-]{2,4}$`,
    raw`^[0-9A-Za-z_\-.]+@[0-9A-Za-z_\-]{2,4}$`,
    raw`^[0-9A-Za-z_\-.]+@[0-9A-Za-z_\-]{2,4}\Z`,
  ],
  [raw`[^\W]`, '[^[^0-9A-Za-z_]]', undefined],
  [raw`\W`, '[^0-9A-Za-z_]', '[^0-9A-Za-z_]'],
  ['(?=a)b', undefined, '(?=a)b'],
  ['(?<=a)b', undefined, undefined],
  [raw`(a)\1`, undefined, undefined],
  ['(?<year>[0-9])', '(?:[0-9])', '(?:[0-9])'],
  [raw`\p{Lu}x`, raw`\p{Lu}x`, undefined],
  [raw`\bx`, raw`(?-u:\b)x`, raw`(?a:\b)x`],
  [raw`\u00e9|\x41|\cA`, 'é|A|\u0001', 'é|A|\u0001'],
  ['[a&&b~~c]', raw`[a\&\&b\~\~c]`, raw`[a\&\&b\~\~c]`],
  ['[]', undefined, undefined],
  ['(', undefined, undefined],
  ['', undefined, undefined],
  ['.{1,100000}', undefined, undefined],
  ['((a{30}){30}){30}', undefined, undefined],
];

describe('Patterns', () => {
  it.each(cases)('are written for Rust and for Python: %s', (pattern, rust, python) => {
    expect([translatePattern(pattern, 'rust'), translatePattern(pattern, 'python')]).toEqual([
      rust,
      python,
    ]);
  });

  it('of older forms are written in the newer one', () => {
    expect(ecmaPattern(raw`^\d+\-\@[\-]\_$`)).toBe(raw`^\d+-@[\-]_$`);
  });
});

const patterns = cases
  .map(([pattern]) => pattern)
  .filter((pattern) => ecmaPattern(pattern) !== undefined);
const texts = [
  '',
  'a',
  'abc',
  'abc\n',
  'b',
  'x',
  ' x',
  'éx',
  'ax',
  'A',
  'é',
  '٣٣٣',
  '123',
  '_',
  '-',
  '.',
  'a.b@c-d',
  '&',
  '~',
  'Éx',
  'aa',
  '\u0001',
  '\n',
];

for (const [version, compat] of [
  [2, undefined],
  [1, 'v1'],
] as const) {
  describeWith(pythonWithPydantic(version), `no pydantic ${version} here`, {
    title: `Patterns in pydantic ${version}`,
    body: (python) => {
      it('match what they match in ECMA-262', () => {
        const tables = patterns.map((pattern, position) => ({
          name: `T${position}`,
          properties: [
            {
              name: 'text',
              logicalType: 'string',
              required: true,
              logicalTypeOptions: { pattern },
            },
          ],
        }));
        const [file] = pydantic.generate(contractOf(tables), {
          dialect: undefined,
          server: undefined,
          compat,
        });
        const written = patterns.flatMap((pattern, position) => {
          const isWritten =
            translatePattern(pattern, 'python') ??
            (version === 2 ? translatePattern(pattern, 'rust') : undefined);
          return isWritten === undefined
            ? []
            : texts.map((text) => ({ pattern, text, className: `T${position}` }));
        });
        const rows = written.map(({ className, text }) => [className, { text }] as const);
        const [answer] = runPython(python, [
          { source: file?.content ?? '', task: 'pydantic', rows },
        ]);
        expect(answer?.error).toBeUndefined();
        const wrong = written.filter(
          ({ pattern, text }, at) =>
            new RegExp(ecmaPattern(pattern) ?? '', 'u').test(text) !==
            (answer?.verdicts?.[at] === null),
        );
        expect(wrong).toEqual([]);
        expect(rows.length).toBeGreaterThan(200);
      });
    },
  });
}
