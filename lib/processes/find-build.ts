import fs from 'node:fs';
import path from 'node:path';

/** The version of this build, and the commit if it runs in a checkout. */
export type Build = { version: string; commit: string | null };

let found: Build | undefined;

/** Reads the version of the nearest package.json above this file, and the commit beside it, once per process. */
export function findBuild(): Build {
  return (found ??= readBuild(path.dirname(new URL(import.meta.url).pathname)));
}

function readBuild(folder: string): Build {
  const manifest = readText(path.join(folder, 'package.json'));
  const { version } = JSON.parse(manifest || '{}') as { version?: string };
  const above = path.dirname(folder);
  if (version !== undefined) return { version, commit: readCommit(path.join(folder, '.git')) };
  return above === folder ? { version: 'unknown', commit: null } : readBuild(above);
}

/** The commit that a repository has checked out. */
function readCommit(git: string): string | null {
  const folder = folderOf(git);
  const head = readText(path.join(folder, 'HEAD')).trim();
  const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
  return ref === undefined ? commitIn(head) : readRef(folder, ref);
}

/** `.git` of a worktree is a file with the path of its folder. */
function folderOf(git: string): string {
  const [, worktree = git] = /^gitdir: (.+)$/m.exec(readText(git)) ?? [];
  return worktree;
}

/** Worktrees share the branches of their repository, of which some are packed into one file. */
function readRef(folder: string, ref: string): string | null {
  const common = readText(path.join(folder, 'commondir')).trim();
  const root = path.resolve(folder, common);
  const packed = readText(path.join(root, 'packed-refs')).split('\n');
  const line = packed.find((each) => each.endsWith(` ${ref}`)) ?? '';
  return commitIn(readText(path.join(root, ref)).trim()) ?? commitIn(line.slice(0, 40));
}

function commitIn(text: string): string | null {
  return /^[0-9a-f]{40}$/.test(text) ? text : null;
}

/** The text of a file, empty if there is none. */
function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
