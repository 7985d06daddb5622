import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';

/** The lines of an answer, as they arrive. Fails with `connection_broken` if the answer breaks off. */
export async function* readLines(answer: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of answer.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new Failure(
      'The connection to the server broke; run the command again.',
      exitCodes.noServer,
      'connection_broken',
    );
  }
  if (rest !== '') yield rest;
}
