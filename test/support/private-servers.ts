import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { startPostgres, stopOrphan } from '../../local/postgres.ts';
import { placeOf } from '../../local/postgres-cluster.ts';
import type { PrivatePostgres } from '../../local/postgres.ts';
import { identify, isAlive } from '../../local/process-identity.ts';
import type { ProcessIdentity } from '../../local/process-identity.ts';
import { startRedis } from '../../local/redis.ts';
import type { PrivateRedis } from '../../local/redis.ts';
import { makeFolder, serverAccount } from '../../local/server-account.ts';

type TestServers = { postgres: PrivatePostgres; redis: PrivateRedis; folder: string };

const rootDir = process.cwd();
const home = path.join(rootDir, '.data');

// Jest may load this module once per project; one run still gets one pair of servers.
const shared = globalThis as typeof globalThis & { concordatTestServers?: Promise<TestServers> };

/** Starts the Postgres and Redis of this test run, once; their addresses are in `process.env` afterwards. */
export async function startTestServers(): Promise<void> {
  shared.concordatTestServers ??= start();
  const { postgres, redis } = await shared.concordatTestServers;
  process.env['TEST_DATABASE_URL'] = postgres.url;
  process.env['TEST_REDIS_URL'] = redis.url;
}

/** Stops both servers and removes their data; harmless when nothing runs. */
export async function stopTestServers(): Promise<void> {
  const running = shared.concordatTestServers;
  delete shared.concordatTestServers;
  if (running === undefined) return;
  const { postgres, redis, folder } = await running;
  await Promise.all([postgres.stop(), redis.stop()]);
  removeTestFolder(folder);
}

/** A new folder for servers of a test; what a killed run leaves behind is removed by the next one. */
export function makeTestFolder(): string {
  makeFolder(home, serverAccount());
  const folder = path.join(home, `test-${process.pid}-${randomBytes(4).toString('hex')}`);
  makeFolder(folder, serverAccount());
  fs.writeFileSync(path.join(folder, 'owner.json'), JSON.stringify(identify(process.pid)));
  return folder;
}

/** Removes a folder of `makeTestFolder`, also the part root keeps outside a closed home. */
export function removeTestFolder(folder: string): void {
  const place = placeOf(rootDir, folder);
  if (!place.startsWith(folder)) fs.rmSync(path.dirname(place), { recursive: true, force: true });
  fs.rmSync(folder, { recursive: true, force: true });
}

async function start(): Promise<TestServers> {
  await removeAbandoned();
  const folder = makeTestFolder();
  const [postgres, redis] = await Promise.all([
    startPostgres({
      rootDir,
      dataDir: folder,
      logFile: path.join(folder, 'postgres.log'),
      durable: false,
      maxConnections: 200,
    }),
    startRedis({
      rootDir,
      logFile: path.join(folder, 'redis.log'),
      only: process.env['CONCORDAT_TEST_REDIS'] === 'embedded' ? 'embedded' : undefined,
    }),
  ]);
  return { postgres, redis, folder };
}

/** Servers watch their parent; this is for what even that did not catch (a killed machine, a full disk). */
async function removeAbandoned(): Promise<void> {
  if (!fs.existsSync(home)) return;
  for (const name of fs.readdirSync(home)) {
    if (!name.startsWith('test-')) continue;
    const folder = path.join(home, name);
    const note = path.join(folder, 'owner.json');
    if (!fs.existsSync(note)) continue;
    const owner = JSON.parse(fs.readFileSync(note, 'utf8')) as ProcessIdentity;
    if (isAlive(owner)) continue;
    await stopOrphan(placeOf(rootDir, folder));
    removeTestFolder(folder);
  }
}
