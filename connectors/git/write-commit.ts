import fs from 'node:fs';
import * as git from 'isomorphic-git';
import type { TreeEntry } from 'isomorphic-git';
import { findFile, readFolder } from './read-tree.ts';
import type { Commit } from './read-tree.ts';

/** A change of one file. */
export type FileChange = {
  path: string;
  text: string;
  message: string;
  author: { name: string; email: string };
  now: Date;
};

/**
 * Writes a commit with one changed file on top of `head`, or the first commit of a repository, and moves the local `ref` to it.
 * Throws `not_a_file` if the path leads through a link, a file or a submodule.
 */
export async function writeCommit(
  { gitdir, head, ref }: { gitdir: string; head: string | undefined; ref: string },
  { path, text, message, author, now }: FileChange,
): Promise<{ commit: string; blob: string }> {
  const base = head === undefined ? undefined : { gitdir, oid: head, cache: {} };
  const stored = base && (await findFile(base, path));
  const blob = await git.writeBlob({ fs, gitdir, blob: new TextEncoder().encode(text) });
  const mode = stored?.mode ?? '100644';
  const parts = path.split('/');
  const file: TreeEntry = { mode, path: parts.at(-1) ?? '', oid: blob, type: 'blob' };
  const tree = await writeTrees({ gitdir, base }, parts.slice(0, -1), file);
  const person = { ...author, timestamp: Math.floor(now.getTime() / 1000), timezoneOffset: 0 };
  const parent = head === undefined ? [] : [head];
  const commit = await git.commit({
    fs,
    gitdir,
    ref,
    tree,
    parent,
    message,
    author: person,
    committer: person,
  });
  return { commit, blob };
}

/** Writes the folders around the entry, from the innermost to the root; returns the hash of the root. */
async function writeTrees(
  { gitdir, base }: { gitdir: string; base: Commit | undefined },
  folders: readonly string[],
  innermost: TreeEntry,
): Promise<string> {
  let entry = innermost;
  for (let depth = folders.length; ; depth--) {
    const { path: name } = entry;
    const entries = base && (await readFolder(base, folders.slice(0, depth).join('/')));
    const others = entries?.filter((other) => other.path !== name) ?? [];
    const oid = await git.writeTree({ fs, gitdir, tree: [...others, entry] });
    if (depth === 0) return oid;
    entry = { mode: '040000', path: folders[depth - 1] ?? '', oid, type: 'tree' };
  }
}
