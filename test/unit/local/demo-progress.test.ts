import { createProgress } from '../../../local/demo/progress.ts';

function record(isTTY: boolean, columns?: number) {
  let written = '';
  const stream = { isTTY, columns, write: (text: string) => (written += text) };
  return { stream, written: () => written, shown: () => written.split('\r\u001B[K').at(-1) };
}

describe('the progress of the demo', () => {
  test('is one line on a terminal, which is gone at the end', async () => {
    const { stream, shown, written } = record(true, 80);
    const progress = createProgress(stream, 4);
    progress.phase('making files');
    progress.done('a.csv');
    expect(shown()).toBe('[██░░░░░░░░] 1/4 a.csv');
    await progress.during('contract demo-orders', async () => {
      expect(shown()).toBe('[██░░░░░░░░] 1/4 contract demo-orders');
    });
    expect(shown()).toBe('[█████░░░░░] 2/4 contract demo-orders');
    progress.end();
    expect(shown()).toBe('');
    progress.done('too late');
    expect(shown()).toBe('');
    expect(written()).not.toContain('\n');
  });

  test('does not count what failed, and hands on what work answers', async () => {
    const { stream, shown } = record(true, 80);
    const progress = createProgress(stream, 2);
    await expect(
      progress.during('bad', async () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
    expect(shown()).toBe('[░░░░░░░░░░] 0/2 bad');
    expect(await progress.during('good', async () => 7)).toBe(7);
    expect(shown()).toBe('[█████░░░░░] 1/2 good');
  });

  test.each([
    [30, 29],
    [0, 79],
    [undefined, 79],
  ])('fits a terminal of %s columns', (columns, widest) => {
    const { stream, shown } = record(true, columns);
    createProgress(stream, 1).done('x'.repeat(200));
    expect(shown()).toHaveLength(widest);
  });

  test('is a plain line per phase without a terminal', async () => {
    const { stream, written } = record(false);
    const progress = createProgress(stream, 2);
    progress.phase('making 7 files …');
    progress.done('a.csv');
    await progress.during('b.csv', async () => undefined);
    progress.end();
    expect(written()).toBe('demo: making 7 files …\n');
  });
});
