import { runWave } from '../commands/work/run-wave.ts';
import type { Database } from '../db/connect.ts';
import { lockOpenBatch } from '../db/tables/work/batches.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';

const pollMs = 500;

/**
 * Retries or cancels the work of batches, wave by wave; each wave is a transaction, so that a killed clock repeats none. Any number of
 * runners may run: a batch is handled by one at a time. Clocks do it, not workers, because operators act on work also when no worker
 * runs or its kind is paused.
 */
export function startBatchRunner(options: {
  database: Database;
  clock: Clock;
  log: Logger;
}): BackgroundLoop {
  const { database, clock, log } = options;
  return startLoop('batch-runner', pollMs, log, () =>
    transact(database, async (tx) => {
      const batch = await lockOpenBatch(tx);
      return (
        batch !== undefined && (await runWave(tx, batch, { now: clock.now(), log })) !== 'held'
      );
    }),
  );
}
