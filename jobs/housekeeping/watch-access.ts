import { Type } from '@sinclair/typebox';
import {
  raiseProvisioningAlerts,
  restoreAccessTimers,
} from '../../commands/access/watch-access.ts';
import { defineJob } from '../define-job.ts';

const batch = 200;

/** Looks for active accesses that nobody has provisioned in time, and for accesses whose timer is gone. */
export const watchAccess = defineJob({
  kind: 'housekeeping',
  name: 'watch-access',
  payload: Type.Object({}),
  run: async ({ clock, settings, signal, fenced, log }) => {
    const now = clock.now();
    const restored = await fenced((tx) => restoreAccessTimers(tx, now, batch));
    if (restored > 0) log.warn({ restored }, 'accesses without a timer got theirs back');
    const minutes = settings.provisioningAlertMinutes;
    const before = new Date(minutes === 0 ? 0 : now.getTime() - minutes * 60_000);
    for (let raised = batch; raised === batch;) {
      signal.throwIfAborted();
      raised = await fenced((tx) => raiseProvisioningAlerts(tx, { now, before, limit: batch }));
      if (raised > 0) log.warn({ raised }, 'active accesses are not provisioned');
    }
    return () => Promise.resolve();
  },
  giveUp: () => Promise.resolve(),
});
