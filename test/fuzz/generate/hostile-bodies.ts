import type { Choices } from './choices.ts';
import { rawNumber } from './hostile-texts.ts';
import { toJsonText } from './json-tree.ts';

/** Long sizes are rare, because they take most of a run's time. */
const repeats = (choices: Choices): number =>
  choices.weighted([
    [30, 10],
    [20, 500],
    [8, 5_000],
    [3, 30_000],
    [0.5, 200_000],
  ]);

type MakeText = (choices: Choices, example: unknown) => string;

const nestedBrackets: MakeText = (choices) => {
  const depth = repeats(choices);
  const [open, close] = choices.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
    ['- ', ''],
    ['? ', ''],
    ['a:\n ', ''],
  ] as const);
  return `${open.repeat(depth)}${choices.pick(['', '1', 'null'])}${choices.chance(0.6) ? close.repeat(depth) : ''}`;
};

const manyElements: MakeText = (choices) =>
  `[${`${choices.pick(['[]', '{}', '1', '""', '{"a":1}', 'null', '*a', '!!x y'])},`.repeat(repeats(choices))}1]`;

const manyMembers: MakeText = (choices) => {
  const count = repeats(choices);
  const isSame = choices.chance(0.3);
  const parts = Array.from({ length: count }, (_, n) => `"${isSame ? 'a' : `m${n}`}":${n}`);
  return `{${parts.join(',')}}`;
};

/** An example with one of its lists or texts made very long. */
const manyProperties: MakeText = (choices, example) => {
  const text = toJsonText(example ?? {});
  const count = repeats(choices);
  const added = choices.pick([
    `"schema":[${'{"name":"a"},'.repeat(count)}{"name":"b"}]`,
    `"tags":[${'"a",'.repeat(count)}"b"]`,
    `"members":[${'{"emailAddress":"a@b.c","role":"Owner"},'.repeat(count)}{}]`,
    `"description":"${'a\\n'.repeat(count)}"`,
    `"custom":{${'"a":"b",'.repeat(count)}"c":"d"}`,
    `"columns":[${'{"name":"a"},'.repeat(count)}{}]`,
  ]);
  return text.startsWith('{') && text.length > 2 ? `{${added},${text.slice(1)}` : `{${added}}`;
};

const yamlAliases: MakeText = (choices) => {
  const levels = choices.pick([3, 9, 30]);
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let n = 1; n < levels; n += 1) {
    lines.push(`a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}*a${n - 1}]`);
  }
  return lines.join('\n');
};

const fixed: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '[[]]',
  '{"":""}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"id":"a","id":"b"}',
  '{"a":1e400}',
  `{"a":${rawNumber('-1e400').replaceAll('@', '')}}`,
  '{"a":"\\ud800"}',
  '{"\\ud800":1}',
  '{"a":"\\u0000"}',
  '{"\\u0000":"a"}',
  '{"a":01}',
  '{"a":',
  '{"a":1}}',
  '{"a":1} {"b":2}',
  "{'a':1}",
  '\ufeff{"a":1}',
  '\ufeff\ufeff{}',
  '\u0000',
  'a: b: c',
  'a: !!js/function "x"',
  'a: !!binary "////"',
  'a: !!timestamp 2026-02-30',
  '&a [*a]',
  '&a {a: *a}',
  '<<: {a: 1}',
  '<<: [1, 2]',
  '? {a: 1}\n: b',
  '? [a]\n: b',
  '---\na: 1\n---\nb: 2\n',
  '%YAML 1.3\n---\na',
  '%TAG ! tag:x,2000:\n---\n!a b',
  'a: |\n  b\n c',
  '\ta: 1',
  'a: "\\x"',
  '- - - -',
  '{a, b: , c}',
  'a: 0x7fffffffffffffffffffffff\nb: .inf\nc: .nan\nd: 0o777\ne: 1_000',
  'a: 190:20:30\nb: ~\nc: yes',
  '@prefix : <x> . :a :b :c .',
  '@base <a> . <> a <> .',
  '('.repeat(1_000),
  `<a> <b> ${'['.repeat(500)}${']'.repeat(500)} .`,
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="\u0001"/></rdf:RDF>',
  '{"@context":"http://127.0.0.1:1/","@id":"x"}',
  '{"@context":{"a":{"@id":"a","@type":"@id"}},"@graph":[{"a":[[[[]]]]}]}',
  'a[b][c]=d&a[b]=e&a=f',
  'a[__proto__][b]=c&__proto__[x]=y',
  'a[]=1&'.repeat(1_200),
  `a${'[b]'.repeat(300)}=c`,
  'a=%&%=b&%ff=%00&=',
  '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\na\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a\r\nb"\r\n\r\n',
  '--x--',
  '{"kind":"team","id":"a","document":{}}\n{"kind":',
  '{"kind":"nothing"}\n\n\n{}\n[]\nnull\n',
];

/** A complete body of the wrong kind, or far too large. */
export function hostileBody(choices: Choices, example: unknown): string {
  return choices.weighted<MakeText>([
    [10, (c) => c.pick(fixed)],
    [2, nestedBrackets],
    [2, manyElements],
    [2, manyMembers],
    [3, manyProperties],
    [1, yamlAliases],
  ])(choices, example);
}

/** Flips, removes, repeats and moves bytes; text is Latin-1, so that each character is one byte. */
export function mutateBytes(bytes: string, choices: Choices): string {
  let text = bytes;
  const times = choices.between(1, 4);
  for (let n = 0; n < times; n += 1) {
    const at = choices.between(0, text.length);
    const to = Math.min(text.length, at + choices.pick([1, 1, 2, 8, 64, 1_000]));
    const byte = String.fromCharCode(choices.between(0, 255));
    const part = text.slice(at, to);
    text = choices.pick([
      () => text.slice(0, at) + byte + text.slice(at + 1),
      () => text.slice(0, at) + byte + text.slice(at),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, at) + part.repeat(choices.pick([2, 10, 200])) + text.slice(to),
      () => text.slice(0, at),
      () => text.slice(at) + text.slice(0, at),
    ])();
  }
  return text;
}
