import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';

import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { ping } from '../../../local/ping-redis.ts';
import { identify, untilGone } from '../../../local/process-identity.ts';
import { findNativeServers, startRedis } from '../../../local/redis.ts';
import type { PrivateRedis } from '../../../local/redis.ts';
import { makeTestFolder, removeTestFolder } from '../../support/private-servers.ts';
import { startStopwatch } from '../../support/spent-time.ts';

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

  test('BullMQ jobs pass through the embedded server: at once, delayed, and with quick answers', async () => {
    const { url } = await start('embedded');
    const connection = { url, maxRetriesPerRequest: null };
    const queue = new Queue('embedded', { connection });
    const events = new QueueEvents('embedded', { connection });
    const worker = new Worker('embedded', async (job) => Number(job.data) * 2, { connection });
    await events.waitUntilReady();
    const elapsedMs = startStopwatch();
    for (let each = 0; each < 50; each += 1) await queue.add('double', each);
    const last = await queue.add('double', 21);
    expect(await last.waitUntilFinished(events, 30_000)).toBe(42);
    // Unrepaired it answers ten commands a second, so this would take more than five seconds.
    expect(elapsedMs()).toBeLessThan(3000);
    const late = Date.now();
    const delayedMs = startStopwatch();
    const delayed = await queue.add('double', 1, { delay: 300 });
    await delayed.waitUntilFinished(events, 30_000);
    expect(Date.now() - late).toBeGreaterThanOrEqual(290);
    expect(delayedMs()).toBeLessThan(1500);
    await Promise.all([worker.close(), events.close(), queue.close()]);
  });

  test('its clock is ours', async () => {
    const client = new Redis((await start('embedded')).url);
    const [seconds] = await client.time();
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(2);
    client.disconnect();
  });

  test('it dies with its parent, also after kill -9', async () => {
    const script = `
      import { startRedis } from ${JSON.stringify(path.join(rootDir, 'dist/local/redis.js'))};
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
    for (const server of servers) {
      if (server !== undefined) expect(await untilGone(server, 3000)).toBe(true);
    }
  });
});
