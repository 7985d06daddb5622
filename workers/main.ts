import { loadConfig } from '../config.ts';
import { secretKeysOf } from '../lib/secrets/secrets.ts';
import type { Config } from '../config.ts';
import { sealPlainSecrets } from '../commands/secrets/rotate-secrets.ts';
import { connectDatabase } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import { startDatabaseClock } from '../db/database-clock.ts';
import { measurePool, startPresence } from '../db/announce-process.ts';
import { untilSchemaFits } from '../db/schema-gate.ts';
import { openLineageTarget } from '../domain/open-lineage/settings.ts';
import { workKinds } from '../domain/work/kinds.ts';
import type { WorkKind } from '../domain/work/kinds.ts';
import type { JobSettings } from '../jobs/define-job.ts';
import { jobs } from '../jobs/index.ts';
import { ConfigError } from '../lib/config-error.ts';
import { createLog } from '../lib/log.ts';
import type { Logger } from '../lib/log.ts';
import { createProcessMetrics } from '../lib/metrics.ts';
import { openObjectStorage } from '../lib/object-storage/open.ts';
import { endGracefully } from '../lib/processes/process-end.ts';
import { startTracing } from '../lib/tracing/start-tracing.ts';
import { stopTracing } from '../lib/tracing/tracing.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startLiveness } from './liveness.ts';
import { openQueues } from './queues.ts';
import { startRunner } from './runner.ts';

const poolMax = 10;

/** Process entry: runs the jobs that the queues notify. */
async function main(config: Config): Promise<void> {
  const log = createLog('worker', config.logLevel);
  await startTracing('worker', config);
  const { redisUrl } = config;
  if (redisUrl === undefined) throw new ConfigError('REDIS_URL is not set: a worker needs Redis.');
  const { workerQueues: chosen } = config;
  const kinds = workKinds.filter((kind) => chosen.length === 0 || chosen.includes(kind));
  const { database, own } = connect(config, log);
  await untilReady(database, config, log);
  const leaseMs = config.leaseSeconds * 1000;
  const heartbeat = startHeartbeat({ connection: own, signals: database.signals, leaseMs, log });
  const settings = jobSettings(config);
  const metrics = createProcessMetrics('worker');
  measurePool(metrics, database);
  const clock = startDatabaseClock({ database, log });
  await clock.measured(2_000);
  const runner = startRunner({
    database,
    heartbeat,
    redisUrl,
    kinds,
    jobs,
    settings,
    leaseMs,
    maxConnectionsPerKind: poolMax / 2,
    clock,
    metrics,
    onDeaf: () => endAtFault(),
    log,
  });
  const liveness = startLiveness({
    database,
    runner,
    redisAnswers: openQueues(redisUrl, log).answers,
    log,
    exit: (code) => process.exit(code),
  });
  const presence = startPresence({ database, role: 'worker', kinds, metrics, clock, log });
  announce(kinds, settings, log);
  const endAtFault = endGracefully(log, 25_000, async () => {
    await Promise.all([liveness.stop(), presence.stop()]);
    await runner.stop(4_000);
    await Promise.all([heartbeat.stop(), clock.stop()]);
    await Promise.all([stopTracing(), database.close(), own.close()]);
  });
}

/** The pool of the jobs, and a separate connection for the heartbeat. */
function connect(config: Config, log: Logger): { database: Database; own: Database } {
  const connection = { url: config.databaseUrl, listenUrl: config.databaseListenUrl, log };
  return {
    database: connectDatabase({ ...connection, poolMax, applicationName: 'concordat worker' }),
    own: connectDatabase({ ...connection, poolMax: 1, applicationName: 'concordat heartbeat' }),
  };
}

/** Waits for the schema, and seals secrets that earlier versions stored unsealed; any number of workers may start at once. */
async function untilReady(database: Database, config: Config, log: Logger): Promise<void> {
  await untilSchemaFits(database, log);
  const keys = secretKeysOf(config);
  const sealed = keys === undefined ? 0 : await sealPlainSecrets(database, keys);
  if (sealed > 0) log.info({ sealed }, 'addresses sealed');
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
  const { eventTypePrefix, generation, embedding, foreignDefinitionSeconds } = config;
  return {
    sourceAccess: {
      allowedHosts,
      allowedDataDirs,
      credentials: sourceCredentials,
      statementTimeoutMs: 30 * 60_000,
    },
    foreignDefinitionSeconds,
    webhookAllowedHosts,
    eventRetentionDays,
    deprecatedFormatsUntil: config.deprecatedFormatsUntil,
    provisioningAlertMinutes,
    smtpUrl,
    mailFrom,
    publicUrl,
    eventTypePrefix,
    generation,
    embedding,
    openLineage: openLineageTarget(config),
    secretKey: secretKeysOf(config),
    storage: openObjectStorage(config.attachmentStorage),
  };
}

try {
  await main(loadConfig());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
