import { execFileSync } from 'node:child_process';
import { newFolder } from './folders.ts';

export type TestRepository = { folder: string; git: (...words: string[]) => string };

/** A repository whose branch `main` has these files, with a branch `change` that is checked out. */
export function newRepository(files: Readonly<Record<string, unknown>>): TestRepository {
  const folder = newFolder(files);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Kate',
    GIT_AUTHOR_EMAIL: 'kate@example.com',
    GIT_COMMITTER_NAME: 'Kate',
    GIT_COMMITTER_EMAIL: 'kate@example.com',
  };
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
  git('checkout', '-q', '-b', 'change');
  return { folder, git };
}
