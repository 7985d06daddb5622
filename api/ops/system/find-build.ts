import fs from 'node:fs';
import path from 'node:path';

/** The version of this build, and the commit if it runs in a checkout. */
export type Build = { version: string; commit: string | null };

let found: Build | undefined;

/** Reads the version and the commit once per process. */
export function findBuild(): Build {
  return (found ??= readBuild(path.dirname(new URL(import.meta.url).pathname)));
}

function readBuild(folder: string): Build {
  const manifest = readText(path.join(folder, 'package.json'));
  const { name, version } = JSON.parse(manifest ?? '{}') as { name?: string; version?: string };
  const above = path.dirname(folder);
  if (name === 'concordat' && version !== undefined)
    return { version, commit: readCommit(path.join(folder, '.git')) };
  return above === folder ? { version: 'unknown', commit: null } : readBuild(above);
}

/** The commit that a repository has checked out; `.git` of a worktree is a file with the place of its folder. */
function readCommit(git: string): string | null {
  const [, worktree] = /^gitdir: (.+)$/m.exec(readText(git) ?? '') ?? [];
  const folder = worktree ?? git;
  const head = readText(path.join(folder, 'HEAD'))?.trim();
  const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head ?? '') ?? [];
  if (ref === undefined) return commitIn(head);
  const common = readText(path.join(folder, 'commondir'))?.trim() ?? '.';
  const root = path.resolve(folder, common);
  const packed = readText(path.join(root, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`));
  return commitIn(readText(path.join(root, ref))?.trim()) ?? commitIn(line?.split(' ')[0]);
}

function commitIn(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{40}$/.test(text) ? text : null;
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
