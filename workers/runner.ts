import { Worker } from 'bullmq';
import type { Database } from '../db/connect.ts';
import { fencedClose } from '../db/fenced.ts';
import { shareOfPool } from '../db/pool-share.ts';
import { isUnavailable } from '../db/postgres-errors.ts';
import { claimWork } from '../db/tables/work/claims.ts';
import type { ClaimedWork } from '../db/tables/work/claims.ts';
import { queuePrefix } from '../domain/work/kinds.ts';
import type { WorkKind } from '../domain/work/kinds.ts';
import { kindPolicies } from '../jobs/retry-policies.ts';
import type { Job, JobSettings } from '../jobs/define-job.ts';
import { measureJobs } from '../jobs/measure-jobs.ts';
import type { Clock } from '../lib/clock.ts';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { describeRedisError } from '../lib/redis/redis-error.ts';
import { redisAddress } from '../lib/redis/redis-address.ts';
import { createCloseTogether } from './batch-closing-writes.ts';
import type { Close } from './batch-closing-writes.ts';
import type { Heartbeat } from './heartbeat.ts';
import { measureAttempts } from './measure-work.ts';
import { workerConnection } from './queues.ts';
import type { QueueEntry } from './queues.ts';
import { ProcessStopping, runClaimed } from './run-claimed.ts';
import type { RunOptions } from './run-claimed.ts';

export type RunnerOptions = {
  database: Database;
  heartbeat: Heartbeat;
  redisUrl: string;
  kinds: readonly WorkKind[];
  jobs: readonly Job[];
  settings: JobSettings;
  leaseMs: number;
  /** Limits the connections of the jobs of one kind, so that a kind with many slots leaves some to the others. */
  maxConnectionsPerKind?: number;
  clock: Clock;
  metrics: Metrics;
  /** Called when work continues one lease after it was aborted; only a new process frees its resources. */
  onDeaf: () => void;
  log: Logger;
};

export type Runner = {
  /** Free slots by kind, and the last claim as a reading of `performance.now()`, for the liveness check. */
  slots: () => { kind: WorkKind; free: number; lastClaimAt: number }[];
  /**
   * Takes no new work, waits up to `patienceMs` for running attempts, then stops them; another worker repeats them. Resolves at
   * the latest `patienceMs` + 5 s later, even while Redis is away.
   */
  stop: (patienceMs: number) => Promise<void>;
};

type KindState = {
  kind: WorkKind;
  running: Set<AbortController>;
  lastClaimAt: number;
  worker: Worker;
};

/** Listens to the queues of the given kinds and runs their entries. */
export function startRunner(options: RunnerOptions): Runner {
  const measure = measureAttempts(options.metrics);
  const jobMetrics = measureJobs(options.metrics);
  const states = options.kinds.map((kind) => startKind(kind, options, { measure, jobMetrics }));
  return {
    slots: () =>
      states.map(({ kind, running, lastClaimAt }) => ({
        kind,
        free: kindPolicies[kind].concurrency - running.size,
        lastClaimAt,
      })),
    stop: (patienceMs) => stopKinds(states, patienceMs),
  };
}

type Measures = Pick<RunOptions, 'measure' | 'jobMetrics'>;

function startKind(kind: WorkKind, options: RunnerOptions, measures: Measures): KindState {
  const running = new Set<AbortController>();
  const mayLog = createThrottle(10_000);
  const { database: all, maxConnectionsPerKind } = options;
  const database = maxConnectionsPerKind ? shareOfPool(all, maxConnectionsPerKind) : all;
  const runOptions = { ...options, ...measures, database, close: closeOf(kind, database) };
  const state: Omit<KindState, 'worker'> = { kind, running, lastClaimAt: performance.now() };
  const worker = new Worker<QueueEntry>(
    kind,
    async ({ data }) => {
      const work = await claim(data, kind, options);
      if (!work) return;
      full.lastClaimAt = performance.now();
      const controller = new AbortController();
      running.add(controller);
      try {
        await runClaimed(work, controller, runOptions);
      } finally {
        running.delete(controller);
      }
    },
    {
      connection: { ...redisAddress(options.redisUrl), ...workerConnection },
      prefix: queuePrefix,
      concurrency: kindPolicies[kind].concurrency,
      // Postgres detects dead workers; BullMQ must neither fail nor drop a job because of a stall. An entry whose worker died
      // before its claim returns within a lease, like claimed work.
      lockDuration: Math.min(15_000, Math.ceil(options.leaseMs / 2)),
      stalledInterval: Math.min(5_000, Math.ceil(options.leaseMs / 6)),
      maxStalledCount: 1_000_000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      skipVersionCheck: true,
    },
  );
  worker.on('error', (error) => {
    const detail = describeRedisError(error, options.redisUrl);
    if (mayLog(detail)) options.log.warn({ kind, detail }, 'queue worker');
  });
  const full: KindState = Object.assign(state, { worker });
  return full;
}

function closeOf(kind: WorkKind, database: Database): Close {
  if (kindPolicies[kind].closesTogether) return createCloseTogether(database);
  return (closing) => fencedClose(database, closing);
}

/** A claim retries during a short outage of Postgres; after a long outage the dispatcher adds the entry again. */
async function claim(
  entry: QueueEntry,
  kind: WorkKind,
  { database, leaseMs, clock }: RunnerOptions,
): Promise<ClaimedWork | undefined> {
  const { maxAttempts, timeoutMs } = kindPolicies[kind];
  for (let tries = 1; ; tries++) {
    try {
      const { aheadMs } = clock;
      return await claimWork(database.knex, entry, { maxAttempts, timeoutMs, leaseMs, aheadMs });
    } catch (error) {
      if (!isUnavailable(error) || tries === 20) throw error;
      await pause(1_000);
    }
  }
}

async function stopKinds(states: readonly KindState[], patienceMs: number): Promise<void> {
  const closed = new AbortController();
  const closing = Promise.allSettled(states.map((state) => state.worker.close()));
  void closing.then(() => closed.abort());
  await pause(patienceMs, closed.signal);
  for (const state of states) {
    for (const controller of state.running) controller.abort(new ProcessStopping());
  }
  // close() never resolves while Redis is away (bullmq#4656), so the process must not wait for it.
  await pause(5_000, closed.signal);
}
