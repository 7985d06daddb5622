import type { Database, Tx } from '../db/connect.ts';
import { finishWork, retryWork } from '../db/tables/work.ts';
import type { ClaimedWork } from '../db/tables/work.ts';
import { listExpiredWork, lockExpiredWork } from '../db/tables/work-leases.ts';
import { transact } from '../db/transact.ts';
import type { Job } from '../jobs/define-job.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from './background-loop.ts';
import type { BackgroundLoop } from './background-loop.ts';

const batch = 100;

export type SweeperOptions = {
  database: Database;
  jobs: readonly Job[];
  leaseMs: number;
  clock: Clock;
  log: Logger;
};

/**
 * Finds work whose worker died: puts it back while attempts are left, else gives it up as `worker_lost`.
 * Its first pass is at the start of the process. Any number of sweepers may run: each row is locked.
 */
export function startSweeper(options: SweeperOptions): BackgroundLoop {
  const everyMs = Math.min(5_000, options.leaseMs / 4);
  return startLoop('sweeper', everyMs, options.log, () => sweepExpired(options));
}

/** One pass; true when there may be more. */
export async function sweepExpired(options: SweeperOptions): Promise<boolean> {
  const ids = await listExpiredWork(options.database.knex, batch);
  for (const id of ids) {
    await transact(options.database, async (tx) => {
      const work = await lockExpiredWork(tx, id);
      if (work) await sweepOne(tx, work, options);
    });
  }
  return ids.length === batch;
}

async function sweepOne(
  tx: Tx,
  work: ClaimedWork & { cancelled: boolean },
  { jobs, clock, log }: SweeperOptions,
): Promise<void> {
  const error = work.cancelled ? 'cancelled' : 'worker_lost';
  log.warn({ work: work.id, kind: work.kind, attempt: work.attempt, error }, 'lease expired');
  if (!work.cancelled && work.attempt < work.maxAttempts) {
    await retryWork(tx, work, { availableAt: clock.now(), error });
    return;
  }
  const outcome = work.cancelled ? 'CANCELLED' : 'FAILED';
  const job = jobs.find((known) => known.kind === work.kind && known.name === work.job);
  const payload: unknown = JSON.parse(work.payload);
  await job?.giveUp(tx, { work, payload, now: clock.now() }, { outcome, error });
  await finishWork(tx, work, { state: outcome, error });
}
