import { Type } from '@sinclair/typebox';
import {
  raiseProvisioningAlerts,
  restoreAccessTimers,
} from '../../commands/access/watch-access.ts';
import type { Tx } from '../../db/connect.ts';
import { resolveAlertsOfEnded } from '../../db/tables/access/alerts.ts';
import { walkStart } from '../../db/tables/feed/walk-position.ts';
import type { WalkPosition } from '../../db/tables/feed/walk-position.ts';
import { defineJob } from '../define-job.ts';
import type { JobContext } from '../define-job.ts';

const limit = 500;

/** Raises alerts about active accesses that were not provisioned in time, and restores missing timers. */
export const watchAccess = defineJob({
  kind: 'housekeeping',
  name: 'watch-access',
  payload: Type.Object({}),
  run: async (context) => {
    const { clock, settings, fenced, log } = context;
    const now = clock.now();
    const restored = await walk(context, async (tx, after) => {
      const page = await restoreAccessTimers(tx, after, { now, limit });
      return { count: page.restored, next: page.next };
    });
    if (restored > 0) log.warn({ restored }, 'missing timers of accesses restored');
    await fenced((tx) => resolveAlertsOfEnded(tx, now));
    const minutes = settings.provisioningAlertMinutes;
    if (minutes === 0) return () => Promise.resolve();
    const before = new Date(now.getTime() - minutes * 60_000);
    const raised = await walk(context, async (tx, after) => {
      const page = await raiseProvisioningAlerts(tx, after, { now, before, limit });
      return { count: page.raised, next: page.next };
    });
    if (raised > 0) log.warn({ raised }, 'active accesses are not provisioned');
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});

type Page = { count: number; next: WalkPosition | undefined };

/** Processes the rows of all organizations, a page in each transaction; returns the sum. */
async function walk(
  { signal, fenced }: JobContext,
  read: (tx: Tx, after: WalkPosition) => Promise<Page>,
): Promise<number> {
  let count = 0;
  let position: WalkPosition | undefined = walkStart;
  while (position) {
    signal.throwIfAborted();
    const after: WalkPosition = position;
    const page = await fenced((tx) => read(tx, after));
    count += page.count;
    position = page.next;
  }
  return count;
}
