import type { Database } from '../db/connect.ts';
import { listUnclaimedKinds } from '../db/tables/work-leases.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from './background-loop.ts';
import type { BackgroundLoop } from './background-loop.ts';
import type { Runner } from './runner.ts';

const silentMs = 15_000;

/**
 * Ends the process when it is alive but does no work: attempts of one of its kinds were dispatched 15 s ago,
 * it has had free slots, and has claimed nothing of that kind since. A ping would say that all is well (M7);
 * a fresh process connects anew. While Redis is away nothing can be claimed and nobody is at fault.
 */
export function startLiveness(options: {
  database: Database;
  runner: Runner;
  redisAnswers: () => Promise<boolean>;
  log: Logger;
  exit: (code: number) => void;
}): BackgroundLoop {
  const { database, runner, redisAnswers, log, exit } = options;
  return startLoop('liveness', 5_000, log, async () => {
    const idle = runner
      .slots()
      .filter(({ free, lastClaimAt }) => free > 0 && Date.now() - lastClaimAt > silentMs)
      .map(({ kind }) => kind);
    if (idle.length === 0) return false;
    const unclaimed = await listUnclaimedKinds(database.knex, silentMs, idle);
    if (unclaimed.length === 0 || !(await redisAnswers())) return false;
    log.fatal(
      { kinds: unclaimed },
      'dispatched work is not claimed although slots are free; this process starts anew',
    );
    exit(1);
    return false;
  });
}
