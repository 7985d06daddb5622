import os from 'node:os';
import { main } from './main.ts';
import { exitCodes } from './exit-codes.ts';

/** Runs a client command in this process, and ends it. */
export async function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // A closed pipe (`concordat list team | head -1`) is not an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const interrupted = new AbortController();
  process.once('SIGINT', () => {
    interrupted.abort();
    // A second Ctrl-C, or a command that does not end, ends the process.
    process.once('SIGINT', () => process.exit(exitCodes.interrupted));
  });
  const code = await main(words, {
    env,
    workingDir: process.cwd(),
    homeDir: os.homedir(),
    platform: process.platform,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupted.signal,
  });
  // An open connection must not keep the terminal; the callback waits for a full pipe.
  process.stdout.write('', () => process.exit(code));
}
