import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveAllowedFiles } from '../../../connectors/guard/files.ts';
import { matcherOf } from '../../../connectors/guard/file-pattern.ts';
import { processorCost } from '../../support/spent-time.ts';

const { signal } = new AbortController();
let root: string;

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'file-pattern-')));
  const deepest = path.join(root, ...Array.from({ length: 25 }, () => 'd'));
  fs.mkdirSync(deepest, { recursive: true });
  fs.writeFileSync(path.join(deepest, 'x.csv'), 'a\n');
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe('a segment of a pattern', () => {
  it.each([
    ['*', 'abc', true],
    ['*', '.abc', false],
    ['a*c', 'ac', true],
    ['a*c', 'abcb', false],
    ['*.c?v', 'x.csv', true],
    ['a*b*c', 'aXbYbZc', true],
    ['?', 'ä', true],
    ['?', '', false],
    ['?', '😀', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[z-a]', 'z', false],
    ['[', '[', true],
    ['a.c', 'abc', false],
    ['(a)+$', '(a)+$', true],
  ])('%s on %s: %s', (segment, name, expected) => {
    expect(matcherOf(segment)(name)).toBe(expected);
  });

  it('takes no longer for many stars', () => {
    const name = 'a'.repeat(255);
    const cost = processorCost(() => {
      expect(matcherOf(`${'*'.repeat(40)}Z`)(name)).toBe(false);
      expect(matcherOf(`${'*a'.repeat(40)}Z`)(name)).toBe(false);
    }, 10);
    expect(cost).toBeLessThan(10);
  });
});

describe('the expansion of a pattern', () => {
  it('looks at each folder once for repeated double stars', async () => {
    const folders = 26;
    const reads = jest.spyOn(fs.promises, 'readdir');
    const files = await resolveAllowedFiles('**/**/**/**/**/x.csv', [root], signal);
    expect(files).toHaveLength(1);
    expect(reads).toHaveBeenCalledTimes(folders);
    reads.mockClear();
    const apart = await resolveAllowedFiles('**/d/**/d/**/d/**/d/**/x.csv', [root], signal);
    expect(apart).toEqual(files);
    // Once for each of the five double stars.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(5 * folders);
    reads.mockRestore();
  });

  it('refuses too many files, and a path that no system takes', async () => {
    const many = path.join(root, 'many');
    fs.mkdirSync(many);
    for (let index = 0; index <= 10_000; index += 1)
      fs.writeFileSync(path.join(many, `${index}.csv`), '');
    const refusal = { name: 'Refusal', code: 'source_refused' };
    await expect(resolveAllowedFiles('many/*.csv', [root], signal)).rejects.toMatchObject({
      ...refusal,
      message: 'Path many/*.csv matches more than 10000 files, which is the maximum',
    });
    const long = '['.repeat(5000);
    await expect(resolveAllowedFiles(long, [root], signal)).rejects.toMatchObject(refusal);
  });

  it('stops with the reason of the signal', async () => {
    const reason = new Error('stop it');
    const aborted = AbortSignal.abort(reason);
    await expect(resolveAllowedFiles('**/x.csv', [root], aborted)).rejects.toBe(reason);
  });
});
