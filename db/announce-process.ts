import { hostname } from 'node:os';
import type { WorkKind } from '../domain/work/kinds.ts';
import { findBuild } from '../lib/processes/find-build.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import { newId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Database } from './connect.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { RefusedWrites } from './refused-writes.ts';
import type { SchemaGate } from './schema-gate.ts';
import { deleteProcess, deleteSilentProcesses, upsertProcess } from './tables/work/processes.ts';
import type { ProcessRole } from './tables/work/processes.ts';

const sayEveryMs = 5_000;
const forgetAfterMs = 24 * 3_600_000;
/** Number of passes, about an hour. */
const forgetEvery = 720;

export type Presence = {
  /** Deletes the row of this process, so that it is not reported as missing; never throws. */
  stop: () => Promise<void>;
};

/**
 * Writes every 5 s that this process is alive, with its build and measurements, until stopped. A process that starts
 * before the schema is migrated passes its gate, and writes nothing while the schema does not fit.
 */
export function startPresence(options: {
  database: Database;
  role: ProcessRole;
  kinds?: readonly WorkKind[];
  metrics: Metrics;
  clock?: Pick<DatabaseClock, 'skewMs'>;
  schema?: Pick<SchemaGate, 'misfit'>;
  writes?: Pick<RefusedWrites, 'note'>;
  log: Logger;
}): Presence {
  const { database, role, kinds = [], metrics, clock, schema, writes, log } = options;
  const self = { id: newId(), role, host: hostname(), pid: process.pid, kinds, build: findBuild() };
  const { knex } = database;
  let passes = 0;
  const loop = startLoop('presence', sayEveryMs, log, async () => {
    if ((await schema?.misfit()) !== undefined) return false;
    try {
      await upsertProcess(knex, self, await metrics.snapshot(), clock?.skewMs());
    } catch (error) {
      writes?.note(error);
      throw error;
    }
    if (passes % forgetEvery === 0) await deleteSilentProcesses(knex, forgetAfterMs);
    passes += 1;
    return false;
  });
  return {
    stop: async () => {
      await loop.stop();
      await deleteProcess(knex, self.id).catch((error: unknown) =>
        log.debug({ err: error }, 'process not deregistered; it will be listed for a while'),
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
    help: 'Pooled connections to Postgres in use and free, and callers waiting for a connection',
    labels: ['state'],
    collect: (gauge) => {
      gauge.set({ state: 'used' }, pool.numUsed());
      gauge.set({ state: 'free' }, pool.numFree());
      gauge.set({ state: 'waiting' }, pool.numPendingAcquires());
    },
  });
}
