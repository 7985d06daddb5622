import { ConfigError, loadConfig, secretKeysOf } from '../config.ts';
import type { Config } from '../config.ts';
import { connectDatabase } from '../db/connect.ts';
import { measurePool, startPresence } from '../db/presence.ts';
import { workKinds } from '../domain/work-kinds.ts';
import type { WorkKind } from '../domain/work-kinds.ts';
import type { JobSettings } from '../jobs/define-job.ts';
import { jobs } from '../jobs/index.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';
import type { Logger } from '../lib/log.ts';
import { createProcessMetrics } from '../lib/metrics.ts';
import { openObjectStorage } from '../lib/open-object-storage.ts';
import { endGracefully } from '../lib/process-end.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startLiveness } from './liveness.ts';
import { openQueues } from './queues.ts';
import { startRunner } from './runner.ts';

/** Process entry: does the work that the queues ring for. */
function main(config: Config): void {
  const log = createLog('worker', config.logLevel);
  const { redisUrl } = config;
  if (redisUrl === undefined) throw new ConfigError('REDIS_URL is not set: a worker needs Redis.');
  const kinds = chosenKinds(config);
  const connection = { url: config.databaseUrl, listenUrl: config.databaseListenUrl, log };
  const database = connectDatabase({
    ...connection,
    poolMax: 10,
    applicationName: 'concordat worker',
  });
  const own = connectDatabase({
    ...connection,
    poolMax: 1,
    applicationName: 'concordat heartbeat',
  });
  const leaseMs = config.leaseSeconds * 1000;
  const heartbeat = startHeartbeat({ connection: own, signals: database.signals, leaseMs, log });
  const settings = jobSettings(config);
  const metrics = createProcessMetrics('worker');
  measurePool(metrics, database);
  const runner = startRunner({
    database,
    heartbeat,
    redisUrl,
    kinds,
    jobs,
    settings,
    leaseMs,
    clock: systemClock,
    metrics,
    log,
  });
  const queues = openQueues(redisUrl, log);
  const liveness = startLiveness({
    database,
    runner,
    redisAnswers: queues.answers,
    log,
    exit: (code) => process.exit(code),
  });
  const presence = startPresence({ database, role: 'worker', kinds, metrics, log });
  announce(kinds, settings, log);
  endGracefully(log, 25_000, async () => {
    await Promise.all([liveness.stop(), presence.stop()]);
    await runner.stop(4_000);
    await heartbeat.stop();
    await Promise.all([database.close(), own.close()]);
  });
}

function announce(kinds: readonly WorkKind[], { smtpUrl }: JobSettings, log: Logger): void {
  log.info({ kinds }, 'worker ready');
  if (smtpUrl !== undefined || !kinds.includes('mail')) return;
  log.warn(
    'SMTP_URL is not set: mails stay in the ledger, where GET /api/notifications shows them',
  );
}

function jobSettings(config: Config): JobSettings {
  const { allowedHosts, allowedDataDirs, sourceCredentials } = config;
  const { webhookAllowedHosts, eventRetentionDays, provisioningAlertMinutes } = config;
  const { smtpUrl, mailFrom, publicUrl } = config;
  const { eventTypePrefix, generation } = config;
  return {
    sourceAccess: {
      allowedHosts,
      allowedDataDirs,
      credentials: sourceCredentials,
      statementTimeoutMs: 30 * 60_000,
    },
    webhookAllowedHosts,
    eventRetentionDays,
    provisioningAlertMinutes,
    smtpUrl,
    mailFrom,
    publicUrl,
    eventTypePrefix,
    generation,
    secretKey: secretKeysOf(config),
    storage: openObjectStorage(config.attachmentStorage),
  };
}

function chosenKinds(config: Config): WorkKind[] {
  const unknown = config.workerQueues.filter((name) => !workKinds.some((kind) => kind === name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `WORKER_QUEUES: '${unknown.join(', ')}' is unknown; the kinds are ${workKinds.join(', ')}`,
    );
  }
  return workKinds.filter(
    (kind) => config.workerQueues.length === 0 || config.workerQueues.includes(kind),
  );
}

try {
  main(loadConfig());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
