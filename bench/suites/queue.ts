import type { ChildProcess } from 'node:child_process';
import { Queue } from 'bullmq';
import { connectDatabase } from '../../db/connect.ts';
import type { Database } from '../../db/connect.ts';
import { requestAllWork, requestWork } from '../../db/tables/work/work.ts';
import type { WorkRequest } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import { kindPolicies } from '../../jobs/retry-policies.ts';
import { pause } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const jobs = 5_000;
const rounds = 3;
const singles = 60;

/**
 * Compares work → effect with a bare BullMQ no-op of the same concurrency, and measures the delay of an idle
 * system.
 */
export async function benchQueue(servers: BenchServers): Promise<Figure[]> {
  const log = createLog('bench', 'warn');
  const database = connectDatabase({
    url: servers.databaseUrl,
    poolMax: 4,
    applicationName: 'bench',
    log,
  });
  await database.knex.raw(
    'create unlogged table bench_effects (n integer not null, started_at bigint not null)',
  );
  const env = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl, LOG_LEVEL: 'warn' };
  const worker = await startProcess('bench/processes/queue-process.js', env);
  const clock = await startProcess('bench/processes/clock-process.js', env);
  const bare = await startProcess('bench/processes/bare-queue-process.js', env);
  const queue = createBareQueue(servers.redisUrl);
  await runOurs(database, 500);
  await runBare(queue, bare.child, 500);
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      ours: await runOurs(database, jobs),
      bare: await runBare(queue, bare.child, jobs),
    });
  }
  const delays = await measureDelays(database);
  await queue.close();
  await Promise.all([worker.stop(), clock.stop(), bare.stop(), database.close()]);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return [
    {
      what: `Work requested → effect committed, concurrency ${kindPolicies.webhooks.concurrency}`,
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
      limit: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s bare BullMQ no-op`,
      ratio,
      demand: '≥ 0.25',
      met: ratio >= 0.25,
    },
    {
      what: 'Commit → job start, idle, median',
      ours: `${median(delays).toFixed(1)} ms`,
      limit: '–',
      ratio: undefined,
      demand: '≤ 25 ms',
      met: median(delays) <= 25,
    },
  ];
}

/** Requests work in transactions of 100 pieces, and measures from the first request to the last effect. */
async function runOurs(database: Database, count: number): Promise<number> {
  await database.knex.raw('truncate bench_effects');
  const started = performance.now();
  for (let first = 0; first < count; first += 100) {
    const numbers = Array.from({ length: 100 }, (_, n) => first + n);
    await transact(database, (tx) => requestAllWork(tx, numbers.map(toRequest)));
  }
  for (;;) {
    const [row] = await database.knex('bench_effects').count<{ count: number }[]>({ count: '*' });
    if ((row?.count ?? 0) >= count) break;
    await pause(10);
  }
  return (count / (performance.now() - started)) * 1000;
}

function toRequest(n: number): WorkRequest {
  const now = new Date();
  const key = `bench-${n}-${now.getTime()}`;
  const work = { organizationId: undefined, kind: 'webhooks', job: 'leave-effect', key } as const;
  return { ...work, payload: { n }, dueAt: now, now };
}

/** Adds in bulks of 100, and measures from the first add to the last completion. */
async function runBare(queue: Queue, child: ChildProcess, count: number): Promise<number> {
  const before = await askDone(child);
  const started = performance.now();
  for (let first = 0; first < count; first += 100) {
    await queue.addBulk(Array.from({ length: 100 }, (_, n) => ({ name: 'bare', data: { n } })));
  }
  while ((await askDone(child)) - before < count) await pause(10);
  return (count / (performance.now() - started)) * 1000;
}

function askDone(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (done) => resolve(done as number));
    child.send('done?');
  });
}

function createBareQueue(redisUrl: string): Queue {
  const { hostname, port, password } = new URL(redisUrl);
  return new Queue('bare', {
    connection: { host: hostname, port: Number(port), password: decodeURIComponent(password) },
    prefix: '{bare}',
  });
}

/** Milliseconds from the commit of one piece of work to the start of its job, while nothing else runs. */
async function measureDelays(database: Database): Promise<number[]> {
  const delays: number[] = [];
  for (let n = 0; n < singles; n++) {
    await database.knex.raw('truncate bench_effects');
    await pause(80 + (n % 7) * 10);
    await transact(database, (tx) => requestWork(tx, toRequest(n)));
    const committedAt = Date.now();
    for (;;) {
      const row = await database.knex('bench_effects').first<{ started_at: number } | undefined>();
      if (row) {
        delays.push(row.started_at - committedAt);
        break;
      }
      await pause(5);
    }
  }
  return delays;
}
