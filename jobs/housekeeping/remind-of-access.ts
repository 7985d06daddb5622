import { Type } from '@sinclair/typebox';
import { remindOfAccess as remind } from '../../commands/access/remind-of-access.ts';
import { walkStart } from '../../db/tables/feed/walk-position.ts';
import type { WalkPosition } from '../../db/tables/feed/walk-position.ts';
import { listReminderCandidates } from '../../db/views/access/reminders.ts';
import { defineJob } from '../define-job.ts';

const batch = 200;

/** Reminds teams on request of accesses that end or are due for reassessment. */
export const remindOfAccess = defineJob({
  kind: 'housekeeping',
  name: 'remind-of-access',
  payload: Type.Object({}),
  run: async ({ clock, database, settings, signal, fenced, log }) => {
    const context = { now: clock.now(), publicUrl: settings.publicUrl };
    let told = 0;
    let position: WalkPosition | undefined = walkStart;
    while (position) {
      signal.throwIfAborted();
      const { candidates, next } = await listReminderCandidates(database.knex, position, batch);
      if (candidates.length > 0) {
        told += await fenced(async (tx) => {
          let sum = 0;
          for (const candidate of candidates) sum += await remind(tx, candidate, context);
          return sum;
        });
      }
      position = next;
    }
    log.info({ told }, 'reminders of access requested');
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
