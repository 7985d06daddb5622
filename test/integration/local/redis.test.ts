import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';

import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { ping } from '../../../local/servers/ping-redis.ts';
import { identify, isAlive } from '../../../local/processes/process-identity.mjs';
import { findNativeServers, startRedis } from '../../../local/servers/redis.ts';
import type { PrivateRedis } from '../../../local/servers/redis.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { until } from '../../support/until.ts';

const rootDir = process.cwd();
const folder = makeTestFolder();
const logFile = path.join(folder, 'redis.log');
const running: PrivateRedis[] = [];

async function start(only?: 'embedded'): Promise<PrivateRedis> {
  const redis = await startRedis({ rootDir, logFile, only });
  running.push(redis);
  return redis;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map(async (redis) => redis.stop()));
});
afterAll(() => removeTestFolder(folder));

describe('private Redis', () => {
  test('without a native server on PATH the embedded one starts', async () => {
    const before = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      expect(findNativeServers()).toEqual([]);
      expect((await start()).origin).toContain('embedded');
    } finally {
      process.env['PATH'] = before;
    }
  });

  test('a native server is preferred where one is installed', async () => {
    const [native] = findNativeServers();
    const redis = await start();
    expect(redis.origin).toContain(native?.origin ?? 'embedded');
    expect(await ping(redis.port, redis.password)).toBe(true);
  });

  test.each(['native or embedded', 'embedded'] as const)(
    '%s: only with its password',
    async (which) => {
      const redis = await start(which === 'embedded' ? 'embedded' : undefined);
      expect(await ping(redis.port, 'wrong')).toBe(false);
      expect(await ping(redis.port, redis.password)).toBe(true);
      const client = new Redis(redis.url);
      expect(await client.config('GET', 'maxmemory-policy')).toEqual([
        'maxmemory-policy',
        'noeviction',
      ]);
      client.disconnect();
    },
  );

  test('it comes back on the same port and with the same password', async () => {
    const first = await start('embedded');
    const { port, password } = first;
    await first.stop();
    const second = await startRedis({ rootDir, logFile, only: 'embedded', port, password });
    running.push(second);
    expect(second.url).toBe(first.url);
  });

  test('BullMQ jobs pass through the embedded server: at once and delayed', async () => {
    const { url } = await start('embedded');
    const connection = { url, maxRetriesPerRequest: null };
    const queue = new Queue('embedded', { connection });
    const events = new QueueEvents('embedded', { connection });
    // A worker that is not woken at the time of a delayed job looks again after an hour.
    const often = { connection, drainDelay: 3_600 };
    const worker = new Worker('embedded', async (job) => Number(job.data) * 2, often);
    await events.waitUntilReady();
    for (let each = 0; each < 50; each += 1) await queue.add('double', each);
    const last = await queue.add('double', 21);
    expect(await last.waitUntilFinished(events)).toBe(42);
    const late = Date.now();
    const delayed = await queue.add('double', 1, { delay: 300 });
    await delayed.waitUntilFinished(events);
    expect(Date.now() - late).toBeGreaterThanOrEqual(290);
    await Promise.all([worker.close(), events.close(), queue.close()]);
  });

  test('the embedded server answers many commands one after the other', async () => {
    const client = new Redis((await start('embedded')).url);
    // Unrepaired it answers ten commands a second, so this would take longer than a test may.
    for (let each = 0; each < 3_000; each += 1) await client.ping();
    // A command that waits ends at its time.
    expect(await client.bzpopmin('nothing', 0.1)).toBeNull();
    client.disconnect();
  });

  test('its clock is ours', async () => {
    const client = new Redis((await start('embedded')).url);
    const before = Math.floor(Date.now() / 1000);
    const [seconds] = await client.time();
    expect(Number(seconds)).toBeGreaterThanOrEqual(before);
    expect(Number(seconds)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    client.disconnect();
  });

  test('it dies with its parent, also after kill -9', async () => {
    const script = `
      import { startRedis } from ${JSON.stringify(path.join(rootDir, 'dist/local/servers/redis.js'))};
      const options = ${JSON.stringify({ rootDir, logFile })};
      const servers = [await startRedis(options), await startRedis({ ...options, only: 'embedded' })];
      console.log(JSON.stringify(servers.map((server) => server.pid)));
      setInterval(() => undefined, 1000);`;
    const file = path.join(folder, 'parent.mjs');
    fs.writeFileSync(file, script);
    const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pids = await new Promise<number[]>((resolve) => {
      parent.stdout.once('data', (line: Buffer) =>
        resolve(JSON.parse(line.toString()) as number[]),
      );
    });
    const servers = pids.map((pid) => identify(pid));
    expect(servers).not.toContain(undefined);
    parent.kill('SIGKILL');
    await until('they have ended', () =>
      servers.every((server) => server === undefined || !isAlive(server)),
    );
  });
});
