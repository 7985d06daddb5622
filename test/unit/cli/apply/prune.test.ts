import { Readable } from 'node:stream';
import { confirmPrune } from '../../../../cli/apply/prune.ts';
import { createPrinter } from '../../../../cli/output/printer.ts';
import type { Surroundings } from '../../../../cli/surroundings.ts';

const prunable = [
  { resource: 'teams', id: 'a' },
  { resource: 'teams', id: 'b' },
];

/** What a person reads at a terminal who types the text. */
async function confirm(typed: string) {
  let said = '';
  const stdin = Object.assign(Readable.from([typed]), { isTTY: true });
  const surroundings = {
    env: {},
    stdin,
    stdout: { write: () => true },
    stderr: { write: (text: string) => ((said += text), true) },
  } as unknown as Surroundings;
  const printer = createPrinter(surroundings, 'table');
  const { signal } = new AbortController();
  await confirmPrune({ surroundings, printer, signal }, prunable, undefined);
  return said;
}

describe('confirmPrune', () => {
  it('lists the documents, and goes on when their number is typed', async () => {
    const said = await confirm('2\n');
    expect(said).toBe('delete teams/a\ndelete teams/b\nType 2 to delete 2 documents: \n');
  });

  it.each(['3\n', 'yes\n', '\n'])('refuses %j', async (typed) => {
    await expect(confirm(typed)).rejects.toThrow('--prune-count 2');
  });
});
