import { Type } from '@sinclair/typebox';
import { deleteEndedUiSessions } from '../../db/tables/organizations/ui-sessions.ts';
import { dayOf } from '../../domain/organizations/api-key-rules.ts';
import { defineJob } from '../define-job.ts';

const batch = 1_000;

/** Deletes the sessions of the web UI that have expired or whose keys no longer work. */
export const forgetUiSessions = defineJob({
  kind: 'housekeeping',
  name: 'forget-ui-sessions',
  payload: Type.Object({}),
  run: async ({ clock, signal, fenced }) => {
    const now = clock.now();
    let deleted = batch;
    while (deleted === batch) {
      signal.throwIfAborted();
      deleted = await fenced((tx) => deleteEndedUiSessions(tx, { now, today: dayOf(now) }, batch));
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
