import fs from 'node:fs';
import path from 'node:path';

import { isAlive, readIdentity } from './process-identity.mjs';

/** The file that holds the lock of a data folder. */
export function lockFileOf(dataDir) {
  return path.join(dataDir, 'lock');
}

/** Says which process uses the data folder, and what to do. */
export function describeHolder(dataDir, pid) {
  return (
    `Concordat already runs on ${dataDir} (process ${pid ?? 'unknown'}).\n` +
    'Stop it first, or set another DATA_DIR and PORT.'
  );
}

/** Throws if a living process uses the data folder; the folder need not exist. */
export function assertUnused(dataDir) {
  const held = readIdentity(lockFileOf(dataDir));
  if (held !== undefined && isAlive(held))
    throw new Error(describeHolder(fs.realpathSync(dataDir), held.pid));
}
