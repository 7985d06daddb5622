import type { Database } from '../db/connect.ts';
import {
  forgetDispatches,
  listDueWork,
  listUnclaimedWork,
  markDispatched,
} from '../db/tables/work-dispatch.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { startLoop } from '../lib/background-loop.ts';
import type { BackgroundLoop } from '../lib/background-loop.ts';
import { measureDispatch } from './measure-work.ts';
import type { Queues } from './queues.ts';

const batch = 500;
const pollMs = 100;
const epochCheckMs = 500;
const unclaimedAfterMs = 30_000;
const unclaimedCheckMs = 5_000;

/**
 * Rings the queues for work that is due. It holds no lock while it talks to Redis: a crash between ringing
 * and marking rings again, and the entry's id makes that harmless. Any number of dispatchers may run.
 */
export function startDispatcher(options: {
  database: Database;
  queues: Queues;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
}): BackgroundLoop {
  const { database, queues, clock, metrics, log } = options;
  const measure = measureDispatch(metrics);
  let epochCheckedAt = 0;
  let unclaimedCheckedAt = Date.now();
  const loop = startLoop('dispatcher', pollMs, log, async () => {
    if (Date.now() - epochCheckedAt >= epochCheckMs) {
      await renewEpoch(database, queues, log);
      epochCheckedAt = Date.now();
    }
    if (Date.now() - unclaimedCheckedAt >= unclaimedCheckMs) {
      await ringAgain(database, queues);
      unclaimedCheckedAt = Date.now();
    }
    const now = clock.now();
    const due = await listDueWork(database.knex, now, batch);
    if (due.length === 0) return false;
    await queues.ring(due);
    await markDispatched(database.knex, due);
    for (const { kind, availableAt } of due)
      measure(kind, (now.getTime() - availableAt.getTime()) / 1000);
    return due.length === batch;
  });
  const unsubscribe = database.signals.on('work_due', loop.wake);
  return {
    wake: loop.wake,
    stop: async () => {
      unsubscribe();
      await loop.stop();
    },
  };
}

/** Rows first, epoch second: a crash in between repeats the first instead of losing it. */
async function renewEpoch(database: Database, queues: Queues, log: Logger): Promise<void> {
  if (await queues.hasEpoch()) return;
  const waiting = await forgetDispatches(database.knex);
  await queues.markEpoch();
  if (waiting > 0) log.warn({ waiting }, 'Redis is empty; all waiting work is dispatched again');
}

/** An entry can be lost although Redis lives, e.g. taken by a worker that died before its claim. */
async function ringAgain(database: Database, queues: Queues): Promise<void> {
  const unclaimed = await listUnclaimedWork(database.knex, unclaimedAfterMs, 1_000);
  if (unclaimed.length === 0) return;
  await queues.ring(unclaimed);
  await markDispatched(database.knex, unclaimed);
}
