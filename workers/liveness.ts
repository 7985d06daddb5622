import type { Database } from '../db/connect.ts';
import { listUnclaimedKinds } from '../db/tables/work/leases.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';
import type { Runner } from './runner.ts';

const silentMs = 15_000;

export type LivenessOptions = {
  database: Database;
  runner: Pick<Runner, 'slots'>;
  redisAnswers: () => Promise<boolean>;
  log: Logger;
  exit: (code: number) => void;
};

/**
 * Ends a process that is alive but does no work: attempts of one of its kinds were dispatched 15 s ago, it has had free slots,
 * and it has claimed nothing of that kind since, twice in a row. A ping would not detect this; a fresh process connects anew.
 * While Redis is away, nothing can be claimed and no worker is at fault; the second check gives each worker time to reconnect.
 */
export function startLiveness(options: LivenessOptions): BackgroundLoop {
  const { log, exit } = options;
  let suspicions = 0;
  return startLoop('liveness', 5_000, log, async () => {
    const kinds = await listNeglectedKinds(options);
    suspicions = kinds.length > 0 ? suspicions + 1 : 0;
    if (suspicions < 2) return false;
    log.fatal(
      { kinds },
      'dispatched work is not claimed although slots are free; this process restarts',
    );
    exit(1);
    return false;
  });
}

/** Kinds whose work waits although Redis answers and this process has free slots; empty if all is well. */
async function listNeglectedKinds({
  database,
  runner,
  redisAnswers,
}: LivenessOptions): Promise<string[]> {
  const idle = runner
    .slots()
    .filter(({ free, lastClaimAt }) => free > 0 && performance.now() - lastClaimAt > silentMs)
    .map(({ kind }) => kind);
  if (idle.length === 0) return [];
  const unclaimed = await listUnclaimedKinds(database.knex, silentMs, idle);
  return unclaimed.length > 0 && (await redisAnswers()) ? unclaimed : [];
}
