import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { messageOf, problem } from './problem.ts';
import { describeHolder, lockFileOf } from './processes/data-lock.mjs';
import { identify, isAlive, readIdentity } from './processes/process-identity.mjs';
import type { ProcessIdentity } from './processes/process-identity.mjs';
import { clusterFolderOf } from './servers/postgres-cluster.ts';
import { makeFolder, serverAccount } from './servers/server-account.ts';

/** Creates DATA_DIR with its folders, checks that it is writable, and returns its real path. */
export function openDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir, serverAccount());
    for (const name of ['logs', 'run']) {
      makeFolder(path.join(dataDir, name), undefined);
      fs.accessSync(path.join(dataDir, name), fs.constants.W_OK | fs.constants.X_OK);
    }
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
    // The real path, because a leftover server is identified by the path of its data.
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw problem(
      `The data folder ${dataDir} is not writable (${messageOf(error)}).\n` +
        'Make it writable for your account, or set DATA_DIR to another folder.',
    );
  }
}

/** Takes the exclusive lock of this folder; returns its release. A lock whose process has died is ignored. */
export function lockDataFolder(dataDir: string): () => void {
  const file = lockFileOf(dataDir);
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (linkIfAbsent(mine, file)) return () => fs.rmSync(file, { force: true });
      const held = readIdentity(file);
      if (held !== undefined && isAlive(held)) throw problem(describeHolder(dataDir, held.pid));
      removeStaleLock(file, held, `${mine}.stale`);
    }
    throw problem(describeHolder(dataDir, readIdentity(file)?.pid));
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Data outside of DATA_DIR needs its own lock, because a copied DATA_DIR points to the same data; returns the release of that lock. */
export function lockPostgresFolder(rootDir: string, dataDir: string): () => void {
  const folder = path.dirname(clusterFolderOf(rootDir, dataDir));
  return folder === dataDir ? () => undefined : lockDataFolder(folder);
}

/** The key for stored credentials, created at the first start; losing this file loses the credentials. */
export function secretKeyOf(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key');
  if (!fs.existsSync(file)) {
    const key = randomBytes(32).toString('base64');
    fs.writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  return fs.readFileSync(file, 'utf8').trim();
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two starts may see the same stale lock: a start that moved a fresh lock by mistake moves it back. */
function removeStaleLock(file: string, stale: ProcessIdentity | undefined, aside: string): void {
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readIdentity(aside);
  if (moved !== undefined && moved.born !== stale?.born) linkIfAbsent(aside, file);
  fs.rmSync(aside, { force: true });
}
