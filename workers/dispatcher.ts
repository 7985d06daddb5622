import type { Database } from '../db/connect.ts';
import type { LateWork } from '../db/tables/work/dispatch.ts';
import {
  clearDispatches,
  listDueWork,
  listUnclaimedWork,
  markDispatched,
} from '../db/tables/work/dispatch.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { inSpan } from '../lib/tracing/tracing.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import type { BackgroundLoop } from '../lib/processes/background-loop.ts';
import { measureDispatch } from './measure-work.ts';
import type { Queues } from './queues.ts';

const batch = 500;
const pollMs = 100;
const epochCheckMs = 500;
const unclaimedAfterMs = 30_000;
const unclaimedCheckMs = 5_000;

/**
 * Notifies the queues of work that is due by the clock of Postgres. It holds no lock while it talks to Redis: after a crash
 * between notifying and marking, the work is notified again, which the id of the queue entry makes harmless. Any number of
 * dispatchers may run.
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
  let epochCheckedAt = -epochCheckMs;
  let unclaimedCheckedAt = performance.now();
  const loop = startLoop('dispatcher', pollMs, log, async () => {
    if (performance.now() - epochCheckedAt >= epochCheckMs) {
      await renewEpoch(database, queues, log);
      epochCheckedAt = performance.now();
    }
    if (performance.now() - unclaimedCheckedAt >= unclaimedCheckMs) {
      await notifyAgain(database, queues);
      unclaimedCheckedAt = performance.now();
    }
    const due = await listDueWork(database.knex, batch, clock.aheadMs);
    if (due.length === 0) return false;
    await inDispatchSpans(due, () => queues.notify(due));
    await markDispatched(database.knex, due);
    for (const { kind, lateSeconds } of due) measure(kind, lateSeconds);
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

/** A span for each traced piece of work, below the span that requested it. */
function inDispatchSpans(due: readonly LateWork[], notify: () => Promise<void>): Promise<void> {
  const notified = due
    .filter(({ traceparent }) => traceparent !== null)
    .reduce<() => Promise<void>>(
      (inner, { kind, traceparent }) =>
        () =>
          inSpan(
            {
              name: `dispatch ${kind}`,
              kind: 'producer',
              parent: traceparent ?? undefined,
              attributes: { 'messaging.destination.name': kind },
            },
            inner,
          ),
      notify,
    );
  return notified();
}

/** Rows first, epoch second: a crash in between repeats the rows instead of losing them. */
async function renewEpoch(database: Database, queues: Queues, log: Logger): Promise<void> {
  if (await queues.hasEpoch()) return;
  const waiting = await clearDispatches(database.knex);
  await queues.markEpoch();
  if (waiting > 0) log.warn({ waiting }, 'Redis is empty; all waiting work is dispatched again');
}

/** Redis can lose an entry without losing its data, e.g. when a worker takes the entry and dies before its claim. */
async function notifyAgain(database: Database, queues: Queues): Promise<void> {
  const unclaimed = await listUnclaimedWork(database.knex, unclaimedAfterMs, 1_000);
  if (unclaimed.length === 0) return;
  await queues.notify(unclaimed);
  await markDispatched(database.knex, unclaimed);
}
