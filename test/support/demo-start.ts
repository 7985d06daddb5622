import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { until } from './until.ts';

/** A bin/start in a clone, ready and with its demo loaded (or not). */
export type DemoStart = {
  address: string;
  stdout: string;
  stderr: string;
  stop: () => Promise<void>;
};

/** Neither a start nor its build reads the tests. */
const left = new Set(['.git', 'node_modules', '.data', 'dist', 'test']);
const running = new Set<ChildProcess>();

/** Copies the files of a clone of the working tree into `folder`, and links the packages. */
export function cloneTree(folder: string): void {
  const rootDir = process.cwd();
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(rootDir)) {
    if (left.has(name)) continue;
    fs.cpSync(path.join(rootDir, name), path.join(folder, name), { recursive: true });
  }
  fs.symlinkSync(path.join(rootDir, 'node_modules'), path.join(folder, 'node_modules'));
}

/** Runs bin/start of the clone with these arguments until it has printed everything. */
export async function startClone(
  clone: string,
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<DemoStart> {
  const child = spawn(path.join(clone, 'bin', 'start'), words, {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const end = words.includes('--demo') ? /Try next[^]*\n\n$/ : /Stop .*\n\n$/;
  await until(
    'bin/start has printed everything',
    () => end.test(stdout) || stderr.includes('NOT complete') || child.exitCode !== null,
  );
  if (child.exitCode !== null) throw new Error(`bin/start ended:\n${stderr}${stdout}`);
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await until('bin/start has ended', () => child.exitCode !== null);
    running.delete(child);
  };
  return { address: addressIn(stdout), stdout, stderr, stop };
}

function addressIn(stdout: string): string {
  const [, address] = /^ +Address +(\S+)$/m.exec(stdout) ?? [];
  if (address === undefined) throw new Error(`bin/start printed no address:\n${stdout}`);
  return address;
}

/** Kills processes left running by a failed test. */
export function killClones(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** A line of the table of faults in examples/demo/README.md. */
export type Fault = {
  contract: string;
  server: string;
  field: string;
  check: string;
  hits: number;
};

/** The planted faults from the table; hits are NaN where a whole column is wrong. */
export function readFaults(): Fault[] {
  const text = fs.readFileSync(path.join(process.cwd(), 'examples', 'demo', 'README.md'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| demo-'))
    .map((line) => {
      const [contract = '', server = '', field = '', check = '', hits = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return { contract, server, field, check, hits: Number(hits) };
    });
}
