import fs from 'node:fs';
import * as git from 'isomorphic-git';
import type { TreeEntry } from 'isomorphic-git';
import { GitError } from './git-error.ts';
import { maxFileBytes, maxObjects, tooLarge } from './limits.ts';

/** A commit in a local folder. */
export type Commit = { gitdir: string; oid: string; cache: object };

/** A file with the hash under which Git stores it. */
export type GitFile = { path: string; blob: string; text: string };

const notAFile = (path: string, what: string): never => {
  throw new GitError('not_a_file', `The path '${path}' leads to ${what}, and not to a file.`);
};

/** The entries of a folder; undefined if there is none. The empty path is the root. */
export async function readFolder(
  { gitdir, oid, cache }: Commit,
  path: string,
): Promise<TreeEntry[] | undefined> {
  let { tree } = await git.readTree({ fs, gitdir, cache, oid });
  for (const [index, name] of path
    .split('/')
    .filter((part) => part !== '')
    .entries()) {
    const found = tree.find((entry) => entry.path === name);
    if (found === undefined) return undefined;
    const upTo = path
      .split('/')
      .slice(0, index + 1)
      .join('/');
    if (found.mode === '120000') notAFile(upTo, 'a symbolic link');
    if (found.type === 'commit') notAFile(upTo, 'a submodule');
    if (found.type !== 'tree') return undefined;
    ({ tree } = await git.readTree({ fs, gitdir, cache, oid: found.oid }));
  }
  return tree;
}

/** The entry of a file; undefined if there is none. Throws `not_a_file` for links, folders and submodules. */
export async function findFile(commit: Commit, path: string): Promise<TreeEntry | undefined> {
  const at = path.lastIndexOf('/');
  const tree = await readFolder(commit, at < 0 ? '' : path.slice(0, at));
  const found = tree?.find((entry) => entry.path === path.slice(at + 1));
  if (found === undefined) return undefined;
  if (found.mode === '120000') notAFile(path, 'a symbolic link');
  if (found.type === 'commit') notAFile(path, 'a submodule');
  if (found.type === 'tree') notAFile(path, 'a folder');
  return found;
}

/** The text of a file; undefined if there is none. Throws `too_large`, `not_a_file` and `malformed`. */
export async function readFile(
  commit: Commit,
  path: string,
  maxBytes = maxFileBytes,
): Promise<GitFile | undefined> {
  const entry = await findFile(commit, path);
  if (entry === undefined) return undefined;
  const { gitdir, cache } = commit;
  const { blob } = await git.readBlob({ fs, gitdir, cache, oid: entry.oid });
  if (blob.length > maxBytes) {
    const limit = `${maxBytes / 1024 ** 2} MB`;
    throw new GitError('too_large', `The file '${path}' is larger than ${limit}.`);
  }
  try {
    const text = new TextDecoder('utf8', { fatal: true, ignoreBOM: false }).decode(blob);
    return { path, blob: entry.oid, text };
  } catch {
    throw new GitError('malformed', `The file '${path}' is not text in UTF-8.`);
  }
}

/** A path in a commit; links and submodules are no files. */
export type ListedPath = { path: string; isFile: boolean };

/**
 * The paths of all files, links and submodules that are wanted, in the order of their bytes. Throws `too_large` beyond 200,000
 * entries: a few stored folders can contain each other in millions of places.
 */
export async function listPaths(
  { gitdir, oid, cache }: Commit,
  isWanted: (path: string) => boolean,
): Promise<ListedPath[]> {
  const listed: ListedPath[] = [];
  const folders: { path: string; oid: string }[] = [{ path: '', oid }];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { tree } = await git.readTree({ fs, gitdir, cache, oid: folder.oid });
    seen += tree.length;
    if (seen > maxObjects) throw new GitError('too_large', tooLarge);
    for (const entry of tree) {
      const path = `${folder.path}${entry.path}`;
      if (entry.type === 'tree') folders.push({ path: `${path}/`, oid: entry.oid });
      else if (isWanted(path)) {
        listed.push({ path, isFile: entry.type === 'blob' && entry.mode !== '120000' });
      }
    }
  }
  return listed.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)),
  );
}
