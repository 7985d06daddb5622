import { hostname } from 'node:os';
import type { WorkKind } from '../domain/work-kinds.ts';
import { startLoop } from '../lib/background-loop.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Database } from './connect.ts';
import { deleteProcess, deleteSilentProcesses, upsertProcess } from './tables/processes.ts';
import type { ProcessRole } from './tables/processes.ts';

const sayEveryMs = 5_000;
const forgetAfterMs = 24 * 3_600_000;
/** In passes: about once an hour. */
const forgetEvery = 720;

export type Presence = {
  /** Takes leave, so that nobody misses this process; never throws. */
  stop: () => Promise<void>;
};

/** Says every 5 s that this process lives and what it has measured, until it is stopped. */
export function startPresence(options: {
  database: Database;
  role: ProcessRole;
  kinds?: readonly WorkKind[];
  metrics: Metrics;
  log: Logger;
}): Presence {
  const { database, role, kinds = [], metrics, log } = options;
  const self = { id: newId(), role, host: hostname(), pid: process.pid, kinds };
  const { knex } = database;
  let passes = 0;
  const loop = startLoop('presence', sayEveryMs, log, async () => {
    await upsertProcess(knex, self, await metrics.snapshot());
    if (passes % forgetEvery === 0) await deleteSilentProcesses(knex, forgetAfterMs);
    passes += 1;
    return false;
  });
  return {
    stop: async () => {
      await loop.stop();
      await deleteProcess(knex, self.id).catch((error: unknown) =>
        log.debug({ err: error }, 'no leave taken; this process will be missed for a while'),
      );
    },
  };
}

type Pool = { numUsed: () => number; numFree: () => number; numPendingAcquires: () => number };

/** Adds the pool of a process to its measurements. */
export function measurePool(metrics: Metrics, database: Database): void {
  const { pool } = database.knex.client as { pool: Pool };
  metrics.gauge({
    name: 'concordat_database_connections',
    help: 'Pooled connections to Postgres in use and free, and callers that wait for one',
    labels: ['state'],
    collect: (gauge) => {
      gauge.set({ state: 'used' }, pool.numUsed());
      gauge.set({ state: 'free' }, pool.numFree());
      gauge.set({ state: 'waiting' }, pool.numPendingAcquires());
    },
  });
}
