import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import type { WorkRequest } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind, WorkState } from '../../../domain/work/kinds.ts';
import { kindPolicies } from '../../../jobs/retry-policies.ts';
import type { KindPolicy } from '../../../jobs/retry-policies.ts';
import type { Job } from '../../../jobs/define-job.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import { startDispatcher } from '../../../workers/dispatcher.ts';
import { startHeartbeat } from '../../../workers/heartbeat.ts';
import { openQueues } from '../../../workers/queues.ts';
import type { Queues } from '../../../workers/queues.ts';
import { startRunner } from '../../../workers/runner.ts';
import type { Runner } from '../../../workers/runner.ts';
import { createTestDatabase, quietLog } from '../servers/database.ts';
import { jobSettings } from '../sources/job-settings.ts';
import { until } from '../until.ts';
import { openRedisDatabase } from './redis-database.ts';
import type { RedisDatabase } from './redis-database.ts';
import { createEffects } from './scripted-jobs.ts';

export type WorkRow = {
  id: string;
  state: WorkState;
  attempt: number;
  max_attempts: number | null;
  fence: number;
  key: string;
  payload: string;
  available_at: Date;
  dispatched_at: Date | null;
  lease_until: Date | null;
  cancel_requested_at: Date | null;
  last_error: string | null;
  finished_at: Date | null;
};

export type TestWorker = { runner: Runner; stop: (patienceMs?: number) => Promise<void> };

/** Postgres, Redis and the parts of the queue machinery, assembled by tests. */
export type Workbench = {
  url: string;
  database: Database;
  redis: RedisDatabase;
  organizationId: OrganizationId;
  /** Requests work that is due now, in its own transaction; `text` is the payload. */
  request: (
    job: Job,
    text?: string,
    more?: Partial<Pick<WorkRequest, 'key' | 'dueAt' | 'now' | 'payload'>>,
  ) => Promise<string>;
  row: (id: string) => Promise<WorkRow>;
  /** Waits until the work is in that state, and returns its row. */
  untilState: (id: string, state: WorkState, timeoutMs?: number) => Promise<WorkRow>;
  /** Waits until the work is queued for that attempt, or running it. */
  untilAttempt: (id: string, attempt: number) => Promise<WorkRow>;
  startWorker: (
    jobs: readonly Job[],
    options?: { leaseMs?: number; redisUrl?: string },
  ) => TestWorker;
  /** The producing side and a dispatcher; both end with the bench. */
  startDispatcher: (redisUrl?: string) => Promise<{ queues: Queues; stop: () => Promise<void> }>;
  /** Sets the lease of the work to an earlier time. */
  expireLease: (id: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Changes the policy of a kind until `jest.restoreAllMocks()`. */
export function policy(kind: WorkKind, change: Partial<KindPolicy>): void {
  jest.replaceProperty(kindPolicies, kind, { ...kindPolicies[kind], ...change });
}

export async function createWorkbench(): Promise<Workbench> {
  const test = await createTestDatabase();
  const redis = await openRedisDatabase();
  const { database, url } = test;
  await createEffects(database.knex);
  const organizationId = await insertOrganization(database.knex, {
    name: 'bench',
    vanity: 'bench',
    now: new Date(),
  });
  const running = new Set<() => Promise<void>>();
  const ends = (stop: () => Promise<void>): (() => Promise<void>) => {
    const once = async (): Promise<void> => {
      if (running.delete(once)) await stop();
    };
    running.add(once);
    return once;
  };
  const row = async (id: string): Promise<WorkRow> => {
    const found = await database.knex('work').where({ id }).first<WorkRow | undefined>();
    if (!found) throw new Error(`there is no work ${id}`);
    return found;
  };
  return {
    url,
    database,
    redis,
    organizationId,
    row,
    request: (job, text = 'done', more = {}) =>
      transact(database, (tx) =>
        requestWork(tx, {
          organizationId,
          kind: job.kind,
          job: job.name,
          key: randomUUID(),
          payload: { text },
          dueAt: new Date(),
          now: new Date(),
          ...more,
        }),
      ),
    untilState: (id, state, timeoutMs) =>
      until(
        `work is ${state}`,
        async () => {
          const found = await row(id);
          return found.state === state && found;
        },
        timeoutMs,
      ),
    untilAttempt: (id, attempt) =>
      until(`work is at attempt ${attempt}`, async () => {
        const found = await row(id);
        return found.attempt >= attempt && found;
      }),
    startWorker: (jobs, options = {}) => {
      const worker = startTestWorker(url, options.redisUrl ?? redis.url, jobs, options.leaseMs);
      let patienceMs = 0;
      const stop = ends(() => worker.stop(patienceMs));
      return {
        runner: worker.runner,
        stop: (patience = 0) => {
          patienceMs = patience;
          return stop();
        },
      };
    },
    startDispatcher: async (redisUrl = redis.url) => {
      const queues = openQueues(redisUrl, quietLog);
      await queues.reached(2_000);
      const dispatcher = startDispatcher({
        database,
        queues,
        clock: systemClock,
        metrics: createProcessMetrics('clock'),
        log: quietLog,
      });
      const stop = ends(async () => {
        await dispatcher.stop();
        await queues.close();
      });
      return { queues, stop };
    },
    expireLease: async (id) => {
      await database.knex.raw(
        `update work set lease_until = clock_timestamp() - interval '1 second' where id = ?`,
        [id],
      );
    },
    close: async () => {
      await Promise.all([...running].map((stop) => stop()));
      await redis.close();
      await test.drop();
    },
  };
}

/** A worker assembled like in `workers/main.ts`, in this process and for all kinds of its jobs. */
function startTestWorker(
  url: string,
  redisUrl: string,
  jobs: readonly Job[],
  leaseMs = 2_000,
): { runner: Runner; stop: (patienceMs: number) => Promise<void> } {
  const database = connectDatabase({ url, poolMax: 4, applicationName: 'worker', log: quietLog });
  const own = connectDatabase({ url, poolMax: 1, applicationName: 'heartbeat', log: quietLog });
  const heartbeat = startHeartbeat({
    connection: own,
    signals: database.signals,
    leaseMs,
    log: quietLog,
  });
  const runner = startRunner({
    database,
    heartbeat,
    redisUrl,
    kinds: [...new Set(jobs.map((job) => job.kind))],
    jobs,
    settings: {
      sourceAccess: {
        allowedHosts: [],
        allowedDataDirs: [],
        credentials: {},
        statementTimeoutMs: 10_000,
      },
      ...jobSettings,
    },
    leaseMs,
    clock: systemClock,
    metrics: createProcessMetrics('worker'),
    onDeaf: () => undefined,
    log: quietLog,
  });
  return {
    runner,
    stop: async (patienceMs) => {
      await runner.stop(patienceMs);
      await heartbeat.stop();
      await Promise.all([database.close(), own.close()]);
    },
  };
}
