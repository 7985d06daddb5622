import type { Database, Tx } from '../db/connect.ts';
import { retryWork } from '../db/tables/work-claims.ts';
import type { ClaimedWork } from '../db/tables/work-claims.ts';
import { listExpiredWork, lockExpiredWork } from '../db/tables/work-leases.ts';
import { transact } from '../db/transact.ts';
import type { Job } from '../jobs/define-job.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/background-loop.ts';
import type { BackgroundLoop } from '../lib/background-loop.ts';
import { findJob, giveUpWork, supersededBy } from './give-up-work.ts';

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

/** One pass; true when there may be more. A piece of work that cannot be swept does not hold up the others. */
export async function sweepExpired(options: SweeperOptions): Promise<boolean> {
  const ids = await listExpiredWork(options.database.knex, batch);
  const failures: unknown[] = [];
  for (const id of ids) {
    try {
      await transact(options.database, async (tx) => {
        const work = await lockExpiredWork(tx, id);
        if (work) await sweepOne(tx, work, options);
      });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return ids.length === batch;
}

async function sweepOne(
  tx: Tx,
  work: ClaimedWork & { cancelled: boolean },
  { jobs, clock, log }: SweeperOptions,
): Promise<void> {
  const error = work.cancelled ? 'cancelled' : 'worker_lost';
  log.warn({ work: work.id, kind: work.kind, attempt: work.attempt, error }, 'lease expired');
  const job = findJob(jobs, work);
  const now = clock.now();
  if (work.cancelled || work.attempt >= work.maxAttempts) {
    const outcome = work.cancelled ? 'CANCELLED' : 'FAILED';
    await giveUpWork(tx, { work, job, now }, { outcome, error });
    return;
  }
  if ((await retryWork(tx, work, { availableAt: now, error })) === 'superseded') {
    await giveUpWork(tx, { work, job, now }, supersededBy(error));
  }
}
