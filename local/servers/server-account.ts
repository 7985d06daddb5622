import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { problem } from '../problem.ts';

/** The account of Postgres and Redis if this process runs as root. */
export type Account = { uid: number; gid: number };

/**
 * The account for private servers: undefined (this account) unless this process runs as root, else the owner of existing data,
 * else an existing account `postgres` or `nobody`. No account is ever created.
 */
export function serverAccount(existingData?: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingData === undefined ? undefined : statOf(existingData);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [askId('-u', name), askId('-g', name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw problem(
    'Postgres refuses to run as root, and this machine has neither an account "postgres" nor "nobody".\n' +
      'Start Concordat as an ordinary user, or set DATABASE_URL.',
  );
}

/** True if the account can enter every folder above `target`, and `target` itself. */
export function canReach(target: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const stat = statOf(folder);
    if (stat !== undefined && !mayEnter(stat, account)) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Folder of the servers of this checkout if root keeps the checkout below a closed home such as /root. */
export function openFolder(rootDir: string): string {
  const name = createHash('sha256').update(path.resolve(rootDir)).digest('hex').slice(0, 12);
  return path.join('/var/lib/concordat', name);
}

/** Creates a folder that the account can enter but not list, and that only this account can write to. */
export function makeFolder(folder: string, account: Account | undefined): void {
  if (fs.existsSync(folder)) return;
  // Step by step, because with `recursive` Node 20 never returns if a file system refuses with ENOENT (/proc).
  makeFolder(path.dirname(folder), account);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  // mkdir applies the umask (077 for many roots), so the mode is set afterwards.
  fs.chmodSync(folder, account === undefined ? 0o700 : 0o711);
}

function mayEnter(stat: fs.Stats, account: Account): boolean {
  if (stat.uid === account.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === account.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

function statOf(file: string): fs.Stats | undefined {
  return fs.statSync(file, { throwIfNoEntry: false });
}

function askId(option: string, name: string): number | undefined {
  const answer = spawnSync('id', [option, name], { encoding: 'utf8' });
  const value = answer.status === 0 ? Number(answer.stdout.trim()) : Number.NaN;
  return Number.isInteger(value) ? value : undefined;
}
