import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';

const rootDir = process.cwd();

/** Builds `dist` if it is older than the sources. */
export function ensureBuilt(): void {
  const script = `import { build, isBuilt } from './local/build.mjs'; process.exitCode = isBuilt() || build() ? 0 : 1;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: rootDir,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`dist was not built: ${stderr}`);
}

export type DistProcess = {
  child: ChildProcess;
  /** The logged output. */
  output: () => string;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
};

/** Starts a built program, or with `--eval=…` a few lines that import from `dist`. */
export function startDist(program: string, env: Record<string, string>): DistProcess {
  const words = program.startsWith('--eval=')
    ? ['--input-type=module', program]
    : [path.join(rootDir, 'dist', program)];
  const child = spawn(process.execPath, words, {
    cwd: rootDir,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, output: () => output, ended };
}
