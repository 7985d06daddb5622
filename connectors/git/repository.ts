import fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as git from 'isomorphic-git';
import type { GitSignIn, RepositoryAddress } from '../../domain/git/repository.ts';
import { Refusal } from '../../domain/errors.ts';
import { createScratchFolder } from '../duckdb/scratch-folder.ts';
import { codeOf } from '../source-error.ts';
import { GitError } from './git-error.ts';
import { httpTransport } from './http-transport.ts';
import { listPaths, readFile } from './read-tree.ts';
import type { GitFile, ListedPath } from './read-tree.ts';
import { authorizationOf } from './sign-in.ts';
import type { GitAccess } from './sign-in.ts';
import { sshTransport } from './ssh-transport.ts';
import type { Transport } from './transport.ts';
import { writeCommit } from './write-commit.ts';
import type { FileChange } from './write-commit.ts';

/** The newest commit of one branch, without its history. */
export type Repository = {
  /** Hash of the commit; undefined for a repository without commits. */
  head: string | undefined;
  /** The text of a file; undefined if there is none. Throws GitError. */
  read: (path: string, maxBytes?: number) => Promise<GitFile | undefined>;
  /** The paths of files, links and submodules that are wanted. Throws GitError. */
  list: (isWanted: (path: string) => boolean) => Promise<ListedPath[]>;
  /**
   * Commits one changed file and pushes it, never by force: throws `moved` if another commit came first, and `push_refused`. The
   * default for `branch` is the branch that was opened; another branch must be new.
   */
  push: (change: FileChange, branch?: string) => Promise<{ commit: string; blob: string }>;
};

type Opening = GitAccess & {
  address: RepositoryAddress;
  branch: string;
  signIn: GitSignIn | undefined;
};

/** What a repository is opened with. */
export type RepositoryOpening = Opening & { signIn: GitSignIn };

/**
 * Fetches the newest commit of a branch into a temporary folder, uses it and removes the folder. No file is ever checked out, so
 * that links, hooks, filters and submodules of the repository have no effect. Throws GitError, and refuses with `source_refused`
 * hosts that are not allowed.
 */
export async function useRepository<Result>(
  opening: Opening,
  use: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  const folder = await createScratchFolder();
  try {
    const gitdir = path.join(folder.path, 'repository.git');
    await mkdir(gitdir);
    await git.init({ fs, gitdir, bare: true, defaultBranch: 'unused' });
    const transport = await openTransport(opening, folder.path);
    await git.addRemote({ fs, gitdir, remote: 'origin', url: opening.address.url });
    const ref = `refs/heads/${opening.branch}`;
    const head = await transport.fetch(gitdir, ref).catch((error) => fail(error, opening, 'fetch'));
    return await use(repositoryOf({ opening, transport, gitdir, head }));
  } finally {
    await folder.remove();
  }
}

async function openTransport(opening: Opening, folder: string): Promise<Transport> {
  const { address, signIn } = opening;
  if (address.protocol === 'ssh') return sshTransport({ ...opening, address }, folder);
  return httpTransport({
    ...opening,
    authorization: await authorizationOf(address, signIn, opening),
  });
}

type Opened = { opening: Opening; transport: Transport; gitdir: string; head: string | undefined };

function repositoryOf({ opening, transport, gitdir, head }: Opened): Repository {
  const cache = {};
  return {
    head,
    read: async (file, maxBytes) =>
      head === undefined ? undefined : readFile({ gitdir, oid: head, cache }, file, maxBytes),
    list: async (isWanted) =>
      head === undefined ? [] : listPaths({ gitdir, oid: head, cache }, isWanted),
    push: async (change, branch = opening.branch) => {
      const ref = `refs/heads/${branch}`;
      const written = await writeCommit({ gitdir, head, ref }, change);
      await transport.push(gitdir, ref).catch((error) => fail(error, opening, 'push'));
      return written;
    },
  };
}

/** Errors of the library by their codes: its messages repeat addresses and answers. */
function fail(error: unknown, { signal, address, branch }: Opening, what: 'fetch' | 'push'): never {
  signal.throwIfAborted();
  if (error instanceof GitError || error instanceof Refusal) throw error;
  const code = codeOf(error) ?? '';
  const isUnknownHash = code === 'NotFoundError' || code === 'PushRejectedError';
  if (isUnknownHash && what === 'push') throw moved();
  if (isUnknownHash) throw new GitError('no_branch', `The repository has no branch '${branch}'.`);
  if (code === 'GitPushError') throw pushError(error);
  throw connectionError(error, address.host);
}

/** Errors of sockets, TLS and certificates have codes in capitals; those of the library are names of classes. */
function connectionError(error: unknown, host: string): GitError {
  const code = codeOf(error);
  const isOfSocket =
    code === undefined ? /closed without/.test(String(error)) : /^[A-Z0-9_]+$/.test(code);
  return isOfSocket
    ? new GitError('unreachable', `${host} could not be reached: ${code ?? 'no answer'}.`)
    : new GitError('malformed', `${host} does not answer as a Git server does.`);
}

const moved = (): GitError => new GitError('moved', 'Another commit came first.');

/** Git says of a branch that moved between our look and our push that it cannot lock it. */
function pushError(error: unknown): GitError {
  const details = String((error as { data?: { prettyDetails?: string } }).data?.prettyDetails);
  if (/fetch first|non-fast-forward|stale info|lock ref|incorrect old value/i.test(details)) {
    return new GitError('moved', 'Another commit came first.');
  }
  return new GitError(
    'push_refused',
    'The Git host refused the push: the branch may be protected.',
  );
}
