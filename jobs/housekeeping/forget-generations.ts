import { Type } from '@sinclair/typebox';
import type { Tx } from '../../db/connect.ts';
import {
  deleteSurplusGenerations,
  deleteUnusedGenerations,
} from '../../db/tables/code-generation/generations.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;
const day = 24 * 3_600_000;

/** Days without use; deleted code is generated again on request. */
const keptDays = 30;

/** The limit of each organization: a few thousand formats of large contracts. */
const keptBytes = 256 * 1024 * 1024;

/** Deletes unused generated code, and code beyond the limit of an organization. */
export const forgetGenerations = defineJob({
  kind: 'housekeeping',
  name: 'forget-generations',
  payload: Type.Object({}),
  run: async ({ clock, signal, fenced }) => {
    const before = new Date(clock.now().getTime() - keptDays * day);
    const inBatches = async (remove: (tx: Tx) => Promise<number>): Promise<void> => {
      let deleted = batch;
      while (deleted === batch) {
        signal.throwIfAborted();
        deleted = await fenced(remove);
      }
    };
    await inBatches((tx) => deleteUnusedGenerations(tx, before, batch));
    await inBatches((tx) => deleteSurplusGenerations(tx, keptBytes, batch));
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
