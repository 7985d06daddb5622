import { array, assert, boolean, constantFrom, property } from 'fast-check';
import { meetTexts, splitText } from '../../../web/src/features/editor/text-parts.ts';

const base =
  '# A header\nname: Orders\n# The owner\nteam:\n  name: checkout # ours\nstatus: draft\n';

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
