import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The programs that packages of PyPI install, or the reason why they are not at hand. */
export type PythonPrograms = { folder: string } | { missing: string };

const pythons = ['python3.13', 'python3.12', 'python3.11', 'python3'];
const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 11))';

/**
 * Installs the packages, with exact versions, into a virtual environment below .data, which later runs find again. Gives up after
 * `timeoutMs`.
 */
export function installPython(packages: readonly string[], timeoutMs?: number): PythonPrograms {
  const name = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 12);
  const folder = path.join(process.cwd(), '.data', 'foreign', name);
  const done = path.join(folder, 'complete');
  const programs = { folder: path.join(folder, 'bin') };
  if (fs.existsSync(done)) return programs;
  const python = pythons.find((each) => spawnSync(each, ['-c', isNewEnough]).status === 0);
  if (python === undefined) return { missing: 'no Python 3.11 here' };
  fs.rmSync(folder, { recursive: true, force: true });
  const made = spawnSync(python, ['-m', 'venv', folder]);
  if (made.status !== 0) return { missing: 'no venv of Python here' };
  const pip = path.join(folder, 'bin', 'pip');
  const installed = spawnSync(pip, ['install', '--quiet', ...packages], {
    encoding: 'utf8',
    timeout: timeoutMs,
  });
  if (installed.status === null)
    return { missing: `${packages.join(' ')} takes too long to install` };
  if (installed.status !== 0)
    return { missing: `not installed: ${installed.stderr.trim().split('\n').at(-1)}` };
  fs.writeFileSync(done, packages.join('\n'));
  return programs;
}

export type Ran = { status: number | null; stdout: string; stderr: string };

/** Runs a program beside the API of this process. */
export async function run(
  file: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ran> {
  const child = spawn(file, words, { env: { PATH: process.env['PATH'], ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, stdout, stderr };
}
