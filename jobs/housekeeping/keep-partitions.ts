import { Type } from '@sinclair/typebox';
import {
  addMonth,
  deleteFromDefault,
  dropPartition,
  listEndedPartitions,
  listMissingMonths,
  monthlyTables,
} from '../../db/partitions.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;

/** Adds the partitions of the next months, and removes those whose rows are kept no longer. */
export const keepPartitions = defineJob({
  kind: 'housekeeping',
  name: 'keep-partitions',
  payload: Type.Object({}),
  run: async ({ clock, database, fenced, log, signal }) => {
    const now = clock.now();
    for (const table of monthlyTables) {
      for (const month of await listMissingMonths(database.knex, table, now)) {
        signal.throwIfAborted();
        await fenced((tx) => addMonth(tx, table, month));
        log.info({ partition: month.partition }, 'partition added');
      }
      for (const partition of await listEndedPartitions(database.knex, table, now)) {
        signal.throwIfAborted();
        await fenced((tx) => dropPartition(tx, partition));
        log.info({ partition }, 'partition removed');
      }
      for (let deleted = batch; deleted === batch;) {
        signal.throwIfAborted();
        deleted = await fenced((tx) => deleteFromDefault(tx, table, now, batch));
      }
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
