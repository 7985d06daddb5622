import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareInstallation } from '../commands/prepare-installation.ts';
import { createLog } from '../lib/log.ts';
import { startPostgres } from '../local/servers/postgres.ts';
import { startRedis } from '../local/servers/redis.ts';
import { makeFolder, serverAccount } from '../local/servers/server-account.ts';

/** Postgres with its usual durability, a native Redis if there is one, a migrated database and a key. */
export type BenchServers = {
  databaseUrl: string;
  redisUrl: string;
  redisOrigin: string;
  key: string;
  stop: () => Promise<void>;
};

const key = 'ck_o_benchmrk_0123456789abcdefghijABCDEFGHIJ01';
const here = path.dirname(fileURLToPath(import.meta.url));
export const rootDir = path.resolve(here, '..', '..');
export const endWithParent = new URL('../local/processes/end-with-parent.js', import.meta.url).href;

/** Starts all servers of the benchmarks. */
export async function startServers(): Promise<BenchServers> {
  const dataDir = path.join(rootDir, '.data', `bench-${process.pid}`);
  for (const folder of [path.dirname(dataDir), dataDir]) makeFolder(folder, serverAccount());
  const [postgres, redis] = await Promise.all([
    startPostgres({
      rootDir,
      dataDir,
      logFile: path.join(dataDir, 'postgres.log'),
      durable: true,
      maxConnections: 100,
    }),
    startRedis({ rootDir, logFile: path.join(dataDir, 'redis.log') }),
  ]);
  await prepareInstallation({
    databaseUrl: postgres.url,
    bootstrapApiKey: key,
    log: createLog('bench', 'error'),
  });
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    redisOrigin: redis.origin,
    key,
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A process of the benchmark; it sends `ready` when it can be used and ends on `stop`. */
export async function startProcess(
  file: string,
  env: Record<string, string>,
  execArgv: string[] = [],
): Promise<{ child: ChildProcess; ready: unknown; stop: () => Promise<void> }> {
  const child = fork(path.join(here, '..', file), {
    execArgv: [...execArgv, '--import', endWithParent],
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    child,
    ready,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
