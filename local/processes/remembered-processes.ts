import fs from 'node:fs';
import path from 'node:path';

import { identify, isAlive, readIdentity, signal, untilEnded } from './process-identity.mjs';

/** Records that this process belongs to the data folder, so that a later start can end it. */
export function rememberProcess(dataDir: string, name: string, pid: number): void {
  fs.writeFileSync(fileOf(dataDir, name), JSON.stringify(identify(pid)), { mode: 0o600 });
}

/**
 * Kills processes left running by an earlier start that was killed. No graceful stop: their supervisor has gone, their database
 * is about to be replaced, and Postgres has all important state.
 */
export async function endRemembered(dataDir: string): Promise<void> {
  for (const entry of fs.readdirSync(path.join(dataDir, 'run'))) {
    const name = path.parse(entry).name;
    const identity = readIdentity(fileOf(dataDir, name));
    if (identity !== undefined && isAlive(identity)) {
      signal(identity.pid, 'SIGKILL');
      await untilEnded(identity, 5000);
    }
    fs.rmSync(path.join(dataDir, 'run', entry), { force: true });
  }
}

function fileOf(dataDir: string, name: string): string {
  return path.join(dataDir, 'run', `${name}.json`);
}
