import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../until.ts';

export type Terminal = {
  /** Types text, and waits until what the program then prints has all these words. Returns what it has printed. */
  type: (text: string, ...awaited: string[]) => Promise<string>;
  close: () => Promise<void>;
};

/** True if `script` of util-linux is there, which gives a program a terminal. */
export const hasTerminal = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

// oxlint-disable-next-line no-control-regex -- terminals are controlled with these characters
const escapes = /\u001b\[[\d;?]*[a-zA-Z]|[\u0007\r]/g;

/** Runs a program in a terminal, and waits for its prompt. */
export async function openTerminal(
  command: string,
  { prompt, env, workingDir }: { prompt: string; env: NodeJS.ProcessEnv; workingDir: string },
): Promise<Terminal> {
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, cwd: workingDir });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const type = async (text: string, ...awaited: string[]) => {
    printed = '';
    child.stdin.write(text);
    const read = () => printed.replaceAll(escapes, '');
    await until(`${command} prints ${awaited.join(', ')} after ${JSON.stringify(text)}`, () =>
      awaited.every((word) => read().includes(word)),
    ).catch((error: unknown) => {
      throw new Error(`It has printed: ${read()}`, { cause: error });
    });
    return read();
  };
  await type('', prompt);
  return {
    type,
    close: async () => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}
