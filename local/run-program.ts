import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';

/** How a program ended and everything it printed, standard output and errors together. */
export type ProgramResult = { status: number | undefined; output: string };

/** Runs a program to its end; one that cannot be started gives an undefined status, never a throw. */
export async function runProgram(
  file: string,
  words: string[],
  options: SpawnOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString('utf8'));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ status: undefined, output: error.message }));
    child.on('close', (status) => resolve({ status: status ?? undefined, output }));
  });
}
