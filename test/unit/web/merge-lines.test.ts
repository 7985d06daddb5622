import { mergeLines } from '../../../web/src/lib/text/merge-lines.ts';

const base = 'a\nb\nc\nd\ne\nf';

it.each([
  ['edits of different lines', 'A\nb\nc\nd\ne\nf', 'a\nb\nc\nd\ne\nF', 'A\nb\nc\nd\ne\nF'],
  ['an insertion and a removal', 'a\nx\nb\nc\nd\ne\nf', 'a\nb\nc\nd\ne', 'a\nx\nb\nc\nd\ne'],
  ['only theirs', 'a\nB\nc\nd\ne\nf', base, 'a\nB\nc\nd\ne\nf'],
  ['only mine', base, 'a\nB\nc\nd\ne\nf', 'a\nB\nc\nd\ne\nf'],
  ['the same edit twice', 'a\nB\nc\nd\ne\nf', 'a\nB\nc\nd\ne\nF', 'a\nB\nc\nd\ne\nF'],
])('takes %s', (_what, theirs, mine, merged) => {
  expect(mergeLines(base, theirs, mine)).toBe(merged);
});

it.each([
  ['the same line', 'a\nB\nc\nd\ne\nf', 'a\nX\nc\nd\ne\nf'],
  ['neighboring lines', 'a\nB\nc\nd\ne\nf', 'a\nb\nC\nd\ne\nf'],
  ['insertions in the same place', 'a\nx\nb\nc\nd\ne\nf', 'a\ny\nb\nc\nd\ne\nf'],
])('leaves %s to a person', (_what, theirs, mine) => {
  expect(mergeLines(base, theirs, mine)).toBeUndefined();
});
