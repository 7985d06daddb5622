import { array, assert, boolean, constantFrom, property } from 'fast-check';
import { readPart, splitPart } from '../../../web/src/features/editor/text/split-text.ts';
import { meetTexts } from '../../../web/src/features/editor/text/text-parts.ts';

const base =
  '# A header\nname: Orders\n# The owner\nteam:\n  name: checkout # ours\nstatus: draft\n';

function splitText(text: string): Record<string, string> {
  const parts = splitPart(readPart(text));
  if (parts === undefined) return { '': text };
  return Object.fromEntries([...parts].map(([key, part]) => [key, part.text]));
}

it('splits a text at its keys, each with the comments above it', () => {
  expect(splitText(base)).toEqual({
    name: '# A header\nname: Orders\n',
    team: '# The owner\nteam:\n  name: checkout # ours\n',
    status: 'status: draft\n',
  });
});

it('keeps a text whole that has no keys of its own lines', () => {
  for (const text of ['', '{"name": "Orders"}', '- one\n', 'name: [\n', '? [a]\n: b\n'])
    expect(Object.values(splitText(text))).toEqual([text]);
});

it('loses no character of a text', () => {
  const line = constantFrom('a: 1', 'b:', '  c: |', '    text', '# note', '', 'd: "x"', '- e');
  assert(
    property(array(line), boolean(), (lines, isWindows) => {
      const text = lines.join(isWindows ? '\r\n' : '\n');
      expect(Object.values(splitText(text)).join('')).toBe(text);
    }),
  );
});

it('takes what only one side changed, and keeps comments', () => {
  const theirs = base.replace('draft', 'active');
  const mine = base.replace('name: Orders', 'name: All orders');
  const { conflicts, join } = meetTexts(base, theirs, mine);
  expect(conflicts).toEqual([]);
  expect(join({})).toBe(theirs.replace('name: Orders', 'name: All orders'));
});

it('keeps keys that either side added or removed', () => {
  const theirs = base.replace('status: draft\n', 'status: draft\ndomain: sales\n');
  const mine = `${base.replace('# The owner\nteam:\n  name: checkout # ours\n', '')}tags: [a]`;
  expect(meetTexts(base, theirs, mine).join({})).toBe(
    '# A header\nname: Orders\nstatus: draft\ndomain: sales\ntags: [a]\n',
  );
});

it('asks for what both changed, and takes the chosen text', () => {
  const theirs = base.replace('draft', 'active');
  const mine = base.replace('draft', 'proposed');
  const { conflicts, join } = meetTexts(base, theirs, mine);
  expect(conflicts).toEqual([
    {
      field: 'status',
      base: 'status: draft\n',
      theirs: 'status: active\n',
      mine: 'status: proposed\n',
    },
  ]);
  expect(join({ status: 'status: retired' })).toBe(base.replace('draft', 'retired'));
});

it('compares whole texts if one of them cannot be split', () => {
  const { conflicts, join } = meetTexts(base, base.replace('draft', 'active'), 'name: [');
  expect(conflicts).toHaveLength(1);
  expect(join({ '': 'name: Orders\n' })).toBe('name: Orders\n');
});

it('merges different lines of the same part', () => {
  const long = `${base}schema:\n  - name: a\n    type: x\n    note: b\n    more: c\n`;
  const theirs = long.replace('name: a', 'name: other');
  const mine = long.replace('more: c', 'more: own');
  const { conflicts, join } = meetTexts(long, theirs, mine);
  expect(conflicts).toEqual([]);
  expect(join({})).toBe(theirs.replace('more: c', 'more: own'));
});

const tables = `schema:
  - name: orders
    properties:
      - name: id
        logicalType: string
      # To be removed
      - name: fax
        logicalType: string
      - name: total
        logicalType: number
  - name: lines
    properties:
      - name: sku
`;
const change = (text: string, ...pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((now, [before, after]) => now.replace(before, after), text);
const total = 'name: total\n        logicalType: number';

it('asks for the member of the field that both changed, and merges the rest', () => {
  const removed = `      # To be removed\n      - name: fax\n        logicalType: string\n`;
  const theirs = change(
    tables,
    [total, 'name: total\n        logicalType: integer'],
    [removed, ''],
  );
  const mine = change(
    tables,
    [total, 'name: total\n        logicalType: string'],
    ['name: sku', 'name: sku\n      - name: price'],
  );
  const { conflicts, join } = meetTexts(tables, theirs, mine);
  expect(conflicts).toEqual([
    {
      field: 'schema › orders › properties › total › logicalType',
      base: '        logicalType: number\n',
      theirs: '        logicalType: integer\n',
      mine: '        logicalType: string\n',
    },
  ]);
  expect(join({ [conflicts[0]?.field ?? '']: conflicts[0]?.mine })).toBe(
    change(mine, [removed, '']),
  );
});

it('merges fields that both added at one place, and neighboring members of one field', () => {
  const theirs = change(tables, [total, `${total}\n        unique: true\n      - name: theirs`]);
  const mine = change(tables, [total, `${total}\n      - name: own`]);
  const { conflicts, join } = meetTexts(tables, theirs, mine);
  expect(conflicts).toEqual([]);
  expect(join({})).toBe(
    change(tables, [
      total,
      `${total}\n        unique: true\n      - name: theirs\n      - name: own`,
    ]),
  );
});

it('asks for a whole field if its name is part of the conflict, or one side removed it', () => {
  const field = 'schema › orders › properties › fax';
  const theirs = change(tables, ['name: fax', 'name: fax # theirs']);
  for (const mine of [
    change(tables, ['name: fax', 'name: fax # own']),
    change(tables, ['      - name: fax\n        logicalType: string\n', '']),
  ]) {
    const { conflicts, join } = meetTexts(tables, theirs, mine);
    expect(conflicts).toMatchObject([{ field }]);
    expect(join({ [field]: conflicts[0]?.mine })).toBe(mine);
  }
});

it('takes an order that the other text has changed', () => {
  const lines = tables.slice(tables.indexOf('  - name: lines'));
  const theirs = `schema:\n${lines}${tables.slice('schema:\n'.length).replace(lines, '')}`;
  const mine = change(tables, [total, `${total}\n        unique: true`]);
  const { conflicts, join } = meetTexts(tables, theirs, mine);
  expect(conflicts).toEqual([]);
  expect(join({})).toBe(change(theirs, [total, `${total}\n        unique: true`]));
});
