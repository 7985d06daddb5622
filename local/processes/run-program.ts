import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';

/** The exit status of a program and its output, standard output and errors together. */
export type ProgramResult = { status: number | undefined; output: string };

/** Runs a program to its end; the status is undefined if it cannot be started. Never throws. */
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
