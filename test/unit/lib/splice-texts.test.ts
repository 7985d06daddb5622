import { load } from 'js-yaml';
import { spliceJson, spliceYaml } from '../../../domain/documents/splice-texts.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

const owner = { property: 'owner', value: 'checkout' };

function withOwner(text: string): { spliced: string; to: JsonObject } {
  const from = load(text) as JsonObject;
  const list = (from['customProperties'] ?? []) as object[];
  const to = { ...from, customProperties: [...list, owner] } as JsonObject;
  return { spliced: spliceYaml(text, to), to };
}

describe('spliceYaml', () => {
  it.each([
    ['no such member', '# top\nid: a # first\n# end\n'],
    ['no line break at the end', 'id: a\nname: b # last'],
    ['a text block at the end', 'id: a\ndescription: |+\n  one # no comment\n\n\n# end\n'],
    ['an end of the document', '---\nid: a # first\n...\n'],
    ['indentation', '  # top\n  id: a\n  tags: [x] # tags\n'],
    [
      'a list at the column of its name',
      'customProperties:\n- property: a # one\n  value: 1\nid: a\n',
    ],
    [
      'entries without keys',
      'customProperties:\n  - property: a # one\n  - property: a\n# end\nid: a\n',
    ],
    ['a list in one line', 'customProperties: [{property: a, value: 1}] # one\nid: a # two\n'],
    ['an anchor elsewhere', 'x: &x [1] # one\ny: *x # two\ncustomProperties:\n  - property: a\n'],
    ['a document in braces', '{id: a, # one\n name: b}\n'],
  ])('keeps every comment beside %s', (_, text) => {
    const { spliced, to } = withOwner(text);
    expect(load(spliced)).toEqual(to);
    expect(spliced.match(/#.*/g)).toEqual(text.match(/#.*/g));
  });

  it.each([
    ['an empty list', 'id: a\ncustomProperties: [] # none\n'],
    ['no value', 'customProperties:\nid: a\n'],
    ['null', 'customProperties: null\nid: a\n'],
    ['an alias', 'x: &x [{property: a}]\ncustomProperties: *x\n'],
  ])('holds the right content after %s', (_, text) => {
    const { spliced, to } = withOwner(text);
    expect(load(spliced)).toEqual(to);
  });
});

describe('spliceJson', () => {
  it('replaces a value where it is written, and leaves the rest as it is', () => {
    const text = '{ "a" : [ 1.0 ] ,\n "b":\t{"c":"}"} }';
    expect(spliceJson(text, { a: [1], b: { c: '}' } }, { a: [2], b: { c: '}' }, d: 1 })).toBe(
      '{ "a" : [2] ,\n "b":\t{"c":"}"},"d":1 }',
    );
  });
});
