import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { startPostgres, stopOrphan } from '../../../local/servers/postgres.ts';
import { clusterFolderOf } from '../../../local/servers/postgres-cluster.ts';
import { identify, isAlive } from '../../../local/processes/process-identity.mjs';
import type { ProcessIdentity } from '../../../local/processes/process-identity.mjs';
import { startRedis } from '../../../local/servers/redis.ts';
import { makeFolder, serverAccount } from '../../../local/servers/server-account.ts';

/** Addresses of a Postgres and a Redis for tests, and a function that stops them. */
export type TestServers = { databaseUrl: string; redisUrl: string; stop: () => Promise<void> };

const rootDir = process.cwd();
const data = path.join(rootDir, '.data');
const home = chooseHome();

/** The file of `npm run test:servers`: the addresses, and the process that keeps the servers. */
const keptFile = path.join(data, 'test-servers.json');
type KeptServers = { databaseUrl: string; redisUrl: string; keeper: ProcessIdentity };

// Jest may load this module once per project; all of a run share one pair of servers.
const shared = globalThis as typeof globalThis & { concordatTestServers?: Promise<TestServers> };

/** Finds the kept servers, or starts a Postgres and a Redis once for this test run; sets their addresses in `process.env`. */
export async function startTestServers(): Promise<void> {
  shared.concordatTestServers ??= Promise.resolve(findKeptServers() ?? startOwnServers());
  const { databaseUrl, redisUrl } = await shared.concordatTestServers;
  process.env['TEST_DATABASE_URL'] = databaseUrl;
  process.env['TEST_REDIS_URL'] = redisUrl;
}

/** Stops the servers of this run and removes their data; kept servers stay running. Harmless if none are running. */
export async function stopTestServers(): Promise<void> {
  const running = shared.concordatTestServers;
  delete shared.concordatTestServers;
  await (await running)?.stop();
}

/** Lets Jest runs of this folder use these servers while this process is alive. */
export function rememberServers({ databaseUrl, redisUrl }: TestServers): void {
  const keeper = identify(process.pid);
  if (!keeper) throw new Error('this process cannot be identified');
  const kept: KeptServers = { databaseUrl, redisUrl, keeper };
  makeFolder(data, serverAccount());
  fs.writeFileSync(keptFile, JSON.stringify(kept), { mode: 0o600 });
}

export function forgetKeptServers(): void {
  fs.rmSync(keptFile, { force: true });
}

function findKeptServers(): TestServers | undefined {
  if (!fs.existsSync(keptFile)) return undefined;
  const { databaseUrl, redisUrl, keeper } = JSON.parse(
    fs.readFileSync(keptFile, 'utf8'),
  ) as KeptServers;
  return isAlive(keeper) ? { databaseUrl, redisUrl, stop: () => Promise.resolve() } : undefined;
}

/**
 * The folder for data of tests in memory, where there is room: each test database has 800 files, and ext4 without a journal takes
 * 0.3 ms to create one while many have just been deleted.
 */
export function memoryFolder(): string | undefined {
  const memory = '/dev/shm';
  if (!fs.existsSync(memory)) return undefined;
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize < 8 * 1024 ** 3 ? undefined : memory;
}

function chooseHome(): string {
  const memory = memoryFolder();
  return memory === undefined ? data : path.join(memory, `concordat-tests-${process.getuid?.()}`);
}

/** A new folder for servers of a test; a folder left behind by a killed run is removed by the next run. */
export function makeTestFolder(): string {
  makeFolder(home, serverAccount());
  const folder = path.join(home, `test-${process.pid}-${randomBytes(4).toString('hex')}`);
  makeFolder(folder, serverAccount());
  fs.writeFileSync(path.join(folder, 'owner.json'), JSON.stringify(identify(process.pid)));
  return folder;
}

/** Removes a folder of `makeTestFolder`, including the part that root keeps outside of a closed home. */
export function removeTestFolder(folder: string): void {
  const clusterFolder = clusterFolderOf(rootDir, folder);
  if (!clusterFolder.startsWith(folder))
    fs.rmSync(path.dirname(clusterFolder), { recursive: true, force: true });
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Starts a Postgres and a Redis that end with this process. */
export async function startOwnServers(): Promise<TestServers> {
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
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()]);
      removeTestFolder(folder);
    },
  };
}

/** Servers watch their parent; this covers the remaining cases (a killed machine, a full disk). */
async function removeAbandoned(): Promise<void> {
  if (!fs.existsSync(home)) return;
  for (const name of fs.readdirSync(home)) {
    if (!name.startsWith('test-')) continue;
    const folder = path.join(home, name);
    const note = path.join(folder, 'owner.json');
    if (!fs.existsSync(note)) continue;
    const owner = JSON.parse(fs.readFileSync(note, 'utf8')) as ProcessIdentity;
    if (isAlive(owner)) continue;
    await stopOrphan(clusterFolderOf(rootDir, folder));
    removeTestFolder(folder);
  }
}
