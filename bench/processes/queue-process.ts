import { Type } from '@sinclair/typebox';
import { connectDatabase } from '../../db/connect.ts';
import { runStatement } from '../../db/statement.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { createProcessMetrics } from '../../lib/metrics.ts';
import { openObjectStorage } from '../../lib/object-storage/open.ts';
import { startHeartbeat } from '../../workers/heartbeat.ts';
import { startRunner } from '../../workers/runner.ts';

/** A worker as workers/main.ts starts it, with one job that writes a row with its start time. */
const { DATABASE_URL: url = '', REDIS_URL: redisUrl = '' } = process.env;
const log = createLog('worker', 'warn');
const database = connectDatabase({ url, poolMax: 10, applicationName: 'bench worker', log });
const own = connectDatabase({ url, poolMax: 1, applicationName: 'bench heartbeat', log });
const leaseMs = 30_000;
const heartbeat = startHeartbeat({ connection: own, signals: database.signals, leaseMs, log });

const effect = {
  name: 'effect',
  text: 'insert into bench_effects (n, started_at) values ($1, $2)',
};

const leaveEffect = defineJob({
  kind: 'webhooks',
  name: 'leave-effect',
  payload: Type.Object({ n: Type.Integer() }),
  run: (_, { n }) => {
    const startedAt = Date.now();
    return Promise.resolve(async (tx) => {
      await runStatement(tx, effect, [n, startedAt]);
    });
  },
  giveUp: () => Promise.resolve(),
});

startRunner({
  onDeaf: () => undefined,
  database,
  heartbeat,
  redisUrl,
  kinds: ['webhooks'],
  jobs: [leaveEffect],
  settings: {
    sourceAccess: {
      allowedHosts: [],
      allowedDataDirs: [],
      credentials: {},
      statementTimeoutMs: 1_000,
    },
    foreignDefinitionSeconds: 10,
    webhookAllowedHosts: [],
    deprecatedFormatsUntil: undefined,
    eventRetentionDays: 90,
    provisioningAlertMinutes: 60,
    smtpUrl: undefined,
    mailFrom: 'concordat@localhost',
    publicUrl: 'http://localhost',
    eventTypePrefix: '',
    generation: undefined,
    secretKey: undefined,
    storage: openObjectStorage({ kind: 'folder', folder: '.data/attachments' }),
  },
  leaseMs,
  clock: systemClock,
  metrics: createProcessMetrics('worker'),
  log,
});
process.send?.('ready');
