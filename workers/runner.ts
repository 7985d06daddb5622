import { Worker } from 'bullmq';
import type { Database } from '../db/connect.ts';
import { fencedClose } from '../db/fenced.ts';
import { isUnavailable } from '../db/postgres-errors.ts';
import { claimWork } from '../db/tables/work-claims.ts';
import type { ClaimedWork } from '../db/tables/work-claims.ts';
import { queuePrefix } from '../domain/work-kinds.ts';
import type { WorkKind } from '../domain/work-kinds.ts';
import { kindPolicies } from '../jobs/define-job.ts';
import type { Job, JobSettings } from '../jobs/define-job.ts';
import { measureJobs } from '../jobs/measure-jobs.ts';
import type { Clock } from '../lib/clock.ts';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { redisAddress } from '../lib/redis-address.ts';
import { createCloseTogether } from './close-together.ts';
import type { Close } from './close-together.ts';
import type { Heartbeat } from './heartbeat.ts';
import { measureAttempts } from './measure-work.ts';
import { workerConnection } from './queues.ts';
import type { DoorbellData } from './queues.ts';
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
  clock: Clock;
  metrics: Metrics;
  log: Logger;
};

export type Runner = {
  /** Free slots and time of the last claim, by kind: what liveness is judged by. */
  slots: () => { kind: WorkKind; free: number; lastClaimAt: number }[];
  /**
   * Takes no new work, waits up to `patienceMs` for what is running, then stops it; it is done again by
   * another worker. Resolves at the latest `patienceMs` + 5 s later, also when Redis is away.
   */
  stop: (patienceMs: number) => Promise<void>;
};

type KindState = {
  kind: WorkKind;
  running: Set<AbortController>;
  lastClaimAt: number;
  worker: Worker;
};

/** Listens to the queues of the given kinds and runs what is rung. */
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
  const runOptions = { ...options, ...measures, close: closeOf(kind, options.database) };
  const state: Omit<KindState, 'worker'> = { kind, running, lastClaimAt: Date.now() };
  const worker = new Worker<DoorbellData>(
    kind,
    async ({ data }) => {
      const work = await claim(data, kind, options);
      if (!work) return;
      full.lastClaimAt = Date.now();
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
      // Stalls are Postgres' business; BullMQ must neither fail nor forget a job on its own (M5). An entry
      // whose worker died before its claim comes back within a lease, as work does that was claimed.
      lockDuration: Math.min(15_000, Math.ceil(options.leaseMs / 2)),
      stalledInterval: Math.min(5_000, Math.ceil(options.leaseMs / 6)),
      maxStalledCount: 1_000_000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      skipVersionCheck: true,
    },
  );
  worker.on('error', (error) => {
    if (mayLog(error.message)) options.log.warn({ kind, detail: error.message }, 'queue worker');
  });
  const full: KindState = Object.assign(state, { worker });
  return full;
}

function closeOf(kind: WorkKind, database: Database): Close {
  if (kindPolicies[kind].closesTogether) return createCloseTogether(database);
  return (closing) => fencedClose(database, closing);
}

/** A claim waits out a short outage of Postgres; after a long one the dispatcher rings again. */
async function claim(
  bell: DoorbellData,
  kind: WorkKind,
  { database, leaseMs }: RunnerOptions,
): Promise<ClaimedWork | undefined> {
  const { maxAttempts, timeoutMs } = kindPolicies[kind];
  for (let tries = 1; ; tries++) {
    try {
      return await claimWork(database.knex, bell, { maxAttempts, timeoutMs, leaseMs });
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
