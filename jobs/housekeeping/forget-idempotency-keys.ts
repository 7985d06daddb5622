import { Type } from '@sinclair/typebox';
import { deleteIdempotencyKeys } from '../../db/tables/work/idempotency-keys.ts';
import { defineJob } from '../define-job.ts';

const keptHours = 24;
const batch = 1_000;

/** Deletes Idempotency-Keys a day after they were received. */
export const forgetIdempotencyKeys = defineJob({
  kind: 'housekeeping',
  name: 'forget-idempotency-keys',
  payload: Type.Object({}),
  run: async ({ clock, signal, fenced }) => {
    const before = new Date(clock.now().getTime() - keptHours * 3_600_000);
    let deleted = batch;
    while (deleted === batch) {
      signal.throwIfAborted();
      deleted = await fenced((tx) => deleteIdempotencyKeys(tx, before, batch));
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
