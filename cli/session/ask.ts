import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { exitCodes } from '../exit-codes.ts';
import { Failure, wrongUsage } from '../failure.ts';
import { readAll } from '../read-input.ts';
import type { Surroundings } from '../surroundings.ts';

/** Asks a person for a secret, which is not shown; programs pipe it into standard input. */
export async function askSecret(surroundings: Surroundings, question: string): Promise<string> {
  const { stdin, stderr } = surroundings;
  if (!stdin.isTTY) return (await readAll(stdin)).trim();
  stderr.write(question);
  const answer = await askLine(surroundings, new Writable({ write: (_, __, done) => done() }));
  stderr.write('\n');
  return answer.trim();
}

/** Goes on only if the person says yes; programs must have said so with an option. */
export async function confirm(
  surroundings: Surroundings,
  question: string,
  option = '--yes',
): Promise<void> {
  if (!surroundings.stdin.isTTY)
    throw wrongUsage(`${question} There is no terminal for the answer: add ${option}.`);
  surroundings.stderr.write(`${question} [y/N] `);
  const answer = await askLine(surroundings, surroundings.stderr as Writable);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('Nothing was changed.');
}

const interrupted = () => new Failure('Interrupted.', exitCodes.interrupted, 'interrupted');

async function askLine({ stdin, signal }: Surroundings, output: Writable): Promise<string> {
  const lines = createInterface({ input: stdin, output, terminal: true });
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new Failure('Nothing was typed.')));
      signal.addEventListener('abort', () => reject(interrupted()), { once: true });
      // readline takes Ctrl-C from the terminal, so that the process gets no signal.
      lines.once('SIGINT', () => reject(interrupted()));
    });
  } finally {
    lines.close();
  }
}
