import { schedule } from 'node-cron';
import { fireDueSchedules } from '../commands/schedules/fire-due-schedules.ts';
import { loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { connectDatabase } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import { startDatabaseClock } from '../db/database-clock.ts';
import { measurePool, startPresence } from '../db/announce-process.ts';
import { untilSchemaFits } from '../db/schema-gate.ts';
import type { Job } from '../jobs/define-job.ts';
import { ensureSchedules } from '../jobs/housekeeping/schedules.ts';
import { pause } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { ConfigError } from '../lib/config-error.ts';
import { createLog, createThrottle } from '../lib/log.ts';
import type { Logger } from '../lib/log.ts';
import { createProcessMetrics } from '../lib/metrics.ts';
import { endGracefully } from '../lib/processes/process-end.ts';
import { startTracing } from '../lib/tracing/start-tracing.ts';
import { stopTracing } from '../lib/tracing/tracing.ts';
import { startBatchRunner } from './batch-runner.ts';
import { startDispatcher } from './dispatcher.ts';
import { startMinuteRecorder } from './minute-recorder.ts';
import { startNoticeFeeder } from './notice-feeder.ts';
import { openQueues } from './queues.ts';
import { startSequencer } from './sequencer.ts';
import { startSweeper } from './sweeper.ts';
import { startWebhookFeeder } from './webhook-feeder.ts';

/**
 * Process entry: everything driven by time. Fires schedules, dispatches due work, puts events into the feed, and takes back the
 * work of dead workers. Two clocks may repeat work, but never its effect.
 */
async function main(config: Config): Promise<void> {
  const log = createLog('clock', config.logLevel);
  await startTracing('clock', config);
  const { redisUrl } = config;
  if (redisUrl === undefined) throw new ConfigError('REDIS_URL is not set: a clock needs Redis.');
  const database = connectDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    poolMax: 3,
    applicationName: 'concordat clock',
    log,
  });
  await untilSchemaFits(database, log);
  const queues = openQueues(redisUrl, log);
  const metrics = createProcessMetrics('clock');
  measurePool(metrics, database);
  const clock = startDatabaseClock({ database, log });
  await Promise.all([queues.reached(3_000), clock.measured(3_000)]);
  const leaseMs = config.leaseSeconds * 1000;
  const loops = [
    startDispatcher({ database, queues, clock, metrics, log }),
    startSequencer({ database, log }),
    startSweeper({ database, jobs: loadJobs, leaseMs, clock, log }),
    startWebhookFeeder({ database, clock, log }),
    startNoticeFeeder({ database, log }),
    startMinuteRecorder({ database, log }),
    startBatchRunner({ database, clock, log }),
    clock,
  ];
  const presence = startPresence({ database, role: 'clock', metrics, clock, log });
  const ticking = startTicking(database, clock, log);
  log.info('clock ready');
  endGracefully(log, 8_000, async () => {
    await Promise.all([ticking.destroy(), presence.stop()]);
    await Promise.all(loops.map((loop) => loop.stop()));
    await Promise.race([queues.close(), pause(1_000)]);
    await Promise.all([stopTracing(), database.close()]);
  });
}

/** Fires due schedules each second. */
function startTicking(database: Database, clock: Clock, log: Logger) {
  let hasSchedules = false;
  const mayLog = createThrottle(10_000);
  return schedule(
    '* * * * * *',
    async () => {
      try {
        // Not done at startup, because Postgres may be away then.
        if (!hasSchedules) await ensureSchedules(database.knex, clock.now());
        hasSchedules = true;
        await fireDueSchedules(database, clock.now());
      } catch (error) {
        if (mayLog('tick')) log.warn({ err: error }, 'schedules not fired; they stay due');
      }
    },
    { noOverlap: true, timezone: 'UTC', suppressMissedWarning: true, logger: quiet },
  );
}

/** Most clocks never give work up, and the code of all jobs, with its drivers, is more than the rest of this process. */
const loadJobs = async (): Promise<readonly Job[]> => (await import('../jobs/index.ts')).jobs;

/** node-cron writes to the console by itself, and late ticks on a busy machine are not worth a line. */
const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

try {
  await main(loadConfig());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
