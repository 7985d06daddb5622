import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';

const run = promisify(execFile);

/** A file of a repository that differs from another commit; `before` or `after` is undefined where it does not exist. */
export type ChangedFile = {
  /** Path from the root of the repository. */
  file: string;
  before: string | undefined;
  exists: boolean;
};

/** A folder of a repository. */
export type Repository = {
  root: string;
  /** The files below paths that differ between the commit from which the branch was cut and the files as they are now. */
  changedFiles: (against: string, paths: readonly string[]) => Promise<ChangedFile[]>;
};

/** Opens the repository around a folder. Fails if there is none, or no Git. */
export async function openRepository(workingDir: string, signal: AbortSignal): Promise<Repository> {
  const git = (...words: string[]) => runGit(workingDir, signal, words);
  const root = (await git('rev-parse', '--show-toplevel')).trimEnd();

  async function changedFiles(against: string, paths: readonly string[]): Promise<ChangedFile[]> {
    const base = await findBase(git, against);
    for (const given of paths) {
      if (existsSync(path.resolve(workingDir, given))) continue;
      if ((await git('ls-tree', '--name-only', base, '--', given)) === '')
        throw new Failure(`There is no file or folder ${given}, neither here nor in ${against}.`);
    }
    const below = ['--', ...(paths.length > 0 ? paths : [':/'])];
    const differing = await git('diff', '--name-status', '-z', '--no-renames', base, ...below);
    const changed = pairsOf(differing);
    const added = await git(
      'ls-files',
      '--others',
      '--exclude-standard',
      '--full-name',
      '-z',
      ...below,
    );
    const files: ChangedFile[] = [];
    for (const [state, file] of changed) {
      const before = state === 'A' ? undefined : await git('show', `${base}:${file}`);
      files.push({ file, before, exists: state !== 'D' });
    }
    for (const file of added.split('\0').filter((name) => name !== '')) {
      files.push({ file, before: undefined, exists: true });
    }
    return files;
  }

  return { root: path.resolve(workingDir, root), changedFiles };
}

type Git = (...words: string[]) => Promise<string>;

/** The commit at which the branch left the other one, which may be known only as a branch of `origin`. */
async function findBase(git: Git, against: string): Promise<string> {
  const attempt = (...words: string[]) =>
    git(...words).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'git_failed') return undefined;
      throw error;
    });
  if ((await attempt('rev-parse', '--verify', '--quiet', 'HEAD')) === undefined)
    throw new Failure('This branch has no commit yet, so that there is nothing to compare.');
  for (const name of [against, `origin/${against}`]) {
    const base = await attempt('merge-base', '--', name, 'HEAD');
    if (base) return base.trim();
  }
  throw new Failure(
    `The commits of '${against}' and of this branch have no known common commit: name a branch or commit that exists. A pipeline that fetches only the newest commit needs the others: git fetch --unshallow origin (on GitHub Actions fetch-depth: 0, on GitLab GIT_DEPTH: 0).`,
    exitCodes.failed,
    'no_common_commit',
  );
}

async function runGit(cwd: string, signal: AbortSignal, words: readonly string[]): Promise<string> {
  try {
    const options = { cwd, signal, maxBuffer: 256 * 1024 * 1024 };
    return (await run('git', ['-c', 'core.quotePath=false', ...words], options)).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    signal.throwIfAborted();
    if (code === 'ENOENT') throw new Failure('Git is not installed, or not in PATH.');
    throw new Failure(`git ${words[0]}: ${stderr.trim()}`, exitCodes.failed, 'git_failed');
  }
}

/** `git diff --name-status -z` writes state and path in turn. */
function pairsOf(text: string): [string, string][] {
  const words = text.split('\0');
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < words.length; index += 2) {
    pairs.push([words[index] ?? '', words[index + 1] ?? '']);
  }
  return pairs;
}
