import { startBatchRunner } from '../../../workers/batch-runner.ts';
import { startDispatcher } from '../../../workers/dispatcher.ts';
import { startHeartbeat } from '../../../workers/heartbeat.ts';
import { startNoticeFeeder } from '../../../workers/notice-feeder.ts';
import { openQueues } from '../../../workers/queues.ts';
import { startRunner } from '../../../workers/runner.ts';
import { startSequencer } from '../../../workers/sequencer.ts';
import { startSweeper } from '../../../workers/sweeper.ts';
import { startWebhookFeeder } from '../../../workers/webhook-feeder.ts';
import { connectDatabase } from '../../../db/connect.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import type { SourceAccess } from '../../../connectors/connector.ts';
import type { JobSettings } from '../../../jobs/define-job.ts';
import { jobs } from '../../../jobs/index.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import type { ObjectStorage } from '../../../lib/object-storage/object-storage.ts';
import { quietLog } from './database.ts';
import { jobSettings } from '../sources/job-settings.ts';
import type { TestDatabase } from './database.ts';

/** Address of a Redis database that no other test file of this run uses at the same time. */
export function testRedisUrl(offset = 0): string {
  const base = process.env.TEST_REDIS_URL;
  if (!base) throw new Error('TEST_REDIS_URL is not set: run the tests with jest');
  const url = new URL(base);
  url.pathname = `/${1 + Number(process.env.JEST_WORKER_ID ?? 1) + offset}`;
  return url.href;
}

/** Replacements of the usual defaults. */
export type WorkerOptions = {
  redisUrl?: string;
  clock?: Clock;
  /** A clock for the worker that differs from the clock of the scheduler. */
  runnerClock?: Clock;
  settings?: Partial<JobSettings>;
};

export type TestWorkers = { stop: () => Promise<void> };

/** Runs everything that worker and clock processes do in this process: for tests that are not about processes. */
export function startWorkers(
  { database, url, storage }: Pick<TestDatabase, 'database' | 'url'> & { storage?: ObjectStorage },
  access: Partial<SourceAccess> = {},
  {
    redisUrl = testRedisUrl(),
    clock = systemClock,
    runnerClock = clock,
    settings = {},
  }: WorkerOptions = {},
): TestWorkers {
  const log = quietLog;
  const leaseMs = 10_000;
  const metrics = createProcessMetrics('worker');
  const own = connectDatabase({ url, poolMax: 1, applicationName: 'test heartbeat', log });
  const queues = openQueues(redisUrl, log);
  const heartbeat = startHeartbeat({ connection: own, signals: database.signals, leaseMs, log });
  const dispatcher = startDispatcher({ database, queues, clock, metrics, log });
  const sequencer = startSequencer({ database, log });
  const sweeper = startSweeper({ database, jobs: async () => jobs, leaseMs, clock, log });
  const webhookFeeder = startWebhookFeeder({ database, clock, log });
  const noticeFeeder = startNoticeFeeder({ database, log });
  const batchRunner = startBatchRunner({ database, clock, log });
  const sourceAccess = {
    allowedHosts: [],
    allowedDataDirs: [],
    credentials: {},
    statementTimeoutMs: 60_000,
    ...access,
  };
  const runner = startRunner({
    database,
    heartbeat,
    redisUrl,
    kinds: workKinds,
    jobs,
    settings: { ...jobSettings, ...(storage && { storage }), sourceAccess, ...settings },
    leaseMs,
    clock: runnerClock,
    metrics,
    onDeaf: () => undefined,
    log,
  });
  const stop = async (): Promise<void> => {
    const loops = [dispatcher, sequencer, sweeper, webhookFeeder, noticeFeeder, batchRunner];
    await Promise.all(loops.map((loop) => loop.stop()));
    await runner.stop(2_000);
    await heartbeat.stop();
    await queues.close();
    await own.close();
  };
  let stopping: Promise<void> | undefined;
  return { stop: () => (stopping ??= stop()) };
}
