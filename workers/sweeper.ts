import type { Database, Tx } from '../db/connect.ts';
import { violatedConstraint } from '../db/postgres-errors.ts';
import { retryWork } from '../db/tables/work/claims.ts';
import type { ClaimedWork } from '../db/tables/work/claims.ts';
import { listExpiredWork, lockExpiredWork } from '../db/tables/work/leases.ts';
import { transact } from '../db/transact.ts';
import type { GiveUpReason, Job } from '../jobs/define-job.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';
import { findJob, giveUpWork, supersededBy } from './give-up-work.ts';

const batch = 100;

export type SweeperOptions = {
  database: Database;
  /** Asked when work is given up, the only time that a sweeper needs a job. */
  jobs: () => Promise<readonly Job[]>;
  leaseMs: number;
  clock: Clock;
  log: Logger;
};

/**
 * Finds work whose worker died: puts it back while attempts are left, else gives it up as `worker_lost`. The first pass runs when
 * the process starts. Any number of sweepers may run: each row is locked.
 */
export function startSweeper(options: SweeperOptions): BackgroundLoop {
  const everyMs = Math.min(5_000, options.leaseMs / 4);
  return startLoop('sweeper', everyMs, options.log, () => sweepExpired(options));
}

/** Runs one pass; returns true if there may be more. A piece of work that cannot be swept does not delay the others. */
export async function sweepExpired(options: SweeperOptions): Promise<boolean> {
  const ids = await listExpiredWork(options.database.knex, batch);
  const failures: unknown[] = [];
  let isOvertaken = false;
  for (const id of ids) {
    try {
      await transact(options.database, async (tx) => {
        const work = await lockExpiredWork(tx, id);
        if (work) await sweepOne(tx, work, options);
      });
    } catch (error) {
      // The same work was requested while this row was put back; the next pass sees the request.
      if (violatedConstraint(error) === 'work_queued_once') isOvertaken = true;
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return isOvertaken || ids.length === batch;
}

async function sweepOne(
  tx: Tx,
  work: ClaimedWork & { cancelled: boolean },
  { jobs, clock, log }: SweeperOptions,
): Promise<void> {
  const error = work.cancelled ? 'cancelled' : 'worker_lost';
  log.warn({ work: work.id, kind: work.kind, attempt: work.attempt, error }, 'lease expired');
  const giveUp = async (reason: GiveUpReason): Promise<void> =>
    giveUpWork(tx, { work, job: findJob(await jobs(), work), now: clock.now() }, reason);
  if (work.cancelled || work.attempt >= work.maxAttempts) {
    const outcome = work.cancelled ? 'CANCELLED' : 'FAILED';
    await giveUp({ outcome, error });
    return;
  }
  if ((await retryWork(tx, work, { waitMs: clock.aheadMs ?? 0, error })) === 'superseded') {
    await giveUp(supersededBy(error));
  }
}
