import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { messageOf, problem } from './problem.ts';
import { identify, isAlive } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { makeFolder, serverAccount } from './server-account.ts';

/** Creates DATA_DIR with its folders, proves that we may write there, and returns its real path. */
export function openDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir, serverAccount());
    for (const name of ['logs', 'run']) {
      makeFolder(path.join(dataDir, name), undefined);
      fs.accessSync(path.join(dataDir, name), fs.constants.W_OK | fs.constants.X_OK);
    }
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
    // The real one: a server left behind is recognised by the path of its data.
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw problem(
      `The data folder ${dataDir} cannot be written (${messageOf(error)}).\n` +
        'Give yourself the right to, or set DATA_DIR to another folder.',
    );
  }
}

/** Makes us the only start on this folder; returns the release. A lock whose process died counts for nothing. */
export function lockDataFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'lock');
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, JSON.stringify(identify(process.pid)), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      if (linkIfAbsent(mine, file)) return () => fs.rmSync(file, { force: true });
      const held = readIdentity(file);
      if (held !== undefined && isAlive(held)) throw inUse(dataDir, held.pid);
      removeStaleLock(file, held, `${mine}.stale`);
    }
    throw inUse(dataDir, readIdentity(file)?.pid);
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** The key for stored credentials, made at the first start; losing this file loses the credentials. */
export function secretKeyOf(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key');
  if (!fs.existsSync(file)) {
    const key = randomBytes(32).toString('base64');
    fs.writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** The process written down in a file of ours; undefined when the file is missing or torn. */
export function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
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

/** Two starts may see the same stale lock: whoever moved away a fresh one by mistake puts it back. */
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

function inUse(dataDir: string, pid: number | undefined): Error {
  return problem(
    `Concordat already runs on ${dataDir} (process ${pid ?? 'unknown'}).\n` +
      'Stop it first, or give this one its own DATA_DIR and PORT.',
  );
}
