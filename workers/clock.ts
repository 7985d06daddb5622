import { schedule } from 'node-cron';
import { fireDueSchedules } from '../commands/schedules/fire-due-schedules.ts';
import { ConfigError, loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { connectDatabase } from '../db/connect.ts';
import { measurePool, startPresence } from '../db/presence.ts';
import { jobs } from '../jobs/index.ts';
import { ensureSchedules } from '../jobs/housekeeping/schedules.ts';
import { pause, systemClock } from '../lib/clock.ts';
import { createLog, createThrottle } from '../lib/log.ts';
import { createProcessMetrics } from '../lib/metrics.ts';
import { endGracefully } from '../lib/process-end.ts';
import { startDispatcher } from './dispatcher.ts';
import { openQueues } from './queues.ts';
import { startSequencer } from './sequencer.ts';
import { startSweeper } from './sweeper.ts';
import { startWebhookFeeder } from './webhook-feeder.ts';

/**
 * Process entry: everything that time drives. Fires schedules, dispatches due work, puts events into the
 * feed, and takes back the work of dead workers. Two of them do double work, never double effect.
 */
async function main(config: Config): Promise<void> {
  const log = createLog('clock', config.logLevel);
  const { redisUrl } = config;
  if (redisUrl === undefined) throw new ConfigError('REDIS_URL is not set: a clock needs Redis.');
  const database = connectDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    poolMax: 3,
    applicationName: 'concordat clock',
    log,
  });
  const queues = openQueues(redisUrl, log);
  const metrics = createProcessMetrics('clock');
  measurePool(metrics, database);
  const clock = systemClock;
  await queues.reached(3_000);
  const dispatcher = startDispatcher({ database, queues, clock, metrics, log });
  const sequencer = startSequencer({ database, log });
  const sweeper = startSweeper({ database, jobs, leaseMs: config.leaseSeconds * 1000, clock, log });
  const webhookFeeder = startWebhookFeeder({ database, clock, log });
  const presence = startPresence({ database, role: 'clock', metrics, log });
  await ensureSchedules(database.knex, clock.now());
  const mayLog = createThrottle(10_000);
  const ticking = schedule(
    '* * * * * *',
    async () => {
      try {
        await fireDueSchedules(database, clock.now());
      } catch (error) {
        if (mayLog('tick')) log.warn({ err: error }, 'schedules not fired; they stay due');
      }
    },
    { noOverlap: true, timezone: 'UTC', suppressMissedWarning: true, logger: quiet },
  );
  log.info('clock ready');
  endGracefully(log, 8_000, async () => {
    await Promise.all([ticking.destroy(), presence.stop()]);
    await Promise.all([dispatcher, sequencer, sweeper, webhookFeeder].map((loop) => loop.stop()));
    await Promise.race([queues.close(), pause(1_000)]);
    await database.close();
  });
}

/** node-cron writes to the console by itself; late ticks on a busy machine are no news. */
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
