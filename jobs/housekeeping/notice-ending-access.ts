import { Type } from '@sinclair/typebox';
import {
  firstNoticeDays,
  noticeEndingAccess as notice,
} from '../../commands/notices/notice-ending-access.ts';
import { walkStart } from '../../db/tables/feed/walk-position.ts';
import { listEndingAccess } from '../../db/views/notices/noticed-access.ts';
import { toDay } from '../../domain/access/access-dates.ts';
import { defineJob } from '../define-job.ts';

const batch = 200;
const dayMs = 24 * 3_600_000;

/** Tells consumers in the web UI of accesses that end soon. */
export const noticeEndingAccess = defineJob({
  kind: 'housekeeping',
  name: 'notice-ending-access',
  payload: Type.Object({}),
  run: async ({ clock, database, signal, fenced }) => {
    const now = clock.now();
    const today = toDay(now);
    const to = toDay(new Date(now.getTime() + firstNoticeDays * dayMs));
    let position = walkStart;
    for (let found = batch; found === batch;) {
      signal.throwIfAborted();
      const page = await listEndingAccess(database.knex, position, {
        from: today,
        to,
        limit: batch,
      });
      found = page.length;
      position = page.at(-1) ?? position;
      // Sorted, so that transactions which wait for the locks of several organizations do so in one order.
      const organizations = [...new Set(page.map(({ organizationId }) => organizationId))];
      if (found === 0) break;
      await fenced(async (tx) => {
        for (const organizationId of organizations) {
          const ours = page.filter((access) => access.organizationId === organizationId);
          await notice(tx, organizationId, ours, { now, today });
        }
      });
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
