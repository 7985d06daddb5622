import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { array, assert, constantFrom, pre, property } from 'fast-check';
import { diffTexts } from '../../../../cli/apply/text-diff.ts';

describe('diffTexts', () => {
  it('shows changes with three lines around them', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n';
    const after = before.replace('b\n', 'B\n').replace('l\n', '');
    expect(diffTexts(before, after)).toBe(
      '@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n e\n@@ -9,4 +9,3 @@\n i\n j\n k\n-l\n',
    );
    expect(diffTexts(before, before)).toBe('');
    expect(diffTexts('', 'a\n')).toBe('@@ -0,0 +1,1 @@\n+a\n');
  });

  it('is a patch that leads from the first text to the second', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'diff-'));
    const lines = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    const textOf = (list: string[]) => list.map((each) => `${each}\n`).join('');
    assert(
      property(lines, lines, (one, other) => {
        const [before, after] = [textOf(one), textOf(other)];
        pre(before !== after && before !== '' && after !== '');
        const file = path.join(folder, 'file');
        fs.writeFileSync(file, before);
        const input = `--- file\n+++ file\n${diffTexts(before, after)}`;
        execFileSync('git', ['apply', '-p0', '-'], { cwd: folder, input });
        expect(fs.readFileSync(file, 'utf8')).toBe(after);
      }),
      { numRuns: 40 },
    );
    fs.rmSync(folder, { recursive: true });
  });

  it('ends soon for long texts without a common line', () => {
    const long = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join('');
    const diff = diffTexts(long('a'), long('b'));
    expect(diff.startsWith('@@ -1,20000 +1,20000 @@\n-a0\n')).toBe(true);
  });
});
