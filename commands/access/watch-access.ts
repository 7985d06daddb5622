import type { Tx } from '../../db/connect.ts';
import {
  listUnprovisionedAccess,
  raiseAccessAlerts,
  resolveAlertsOfEnded,
} from '../../db/tables/access-alerts.ts';
import type { UnprovisionedAccess } from '../../db/tables/access-alerts.ts';
import { listMissingTimers } from '../../db/tables/access-timers.ts';
import { requestAccessTimer } from './request-access-timer.ts';

/**
 * Raises an alert for each of up to `limit` accesses that were activated before `before` and are not provisioned, and ends those
 * that nobody waits for any more. Answers how many were raised.
 */
export async function raiseProvisioningAlerts(
  tx: Tx,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<number> {
  await resolveAlertsOfEnded(tx, now);
  const late = await listUnprovisionedAccess(tx, before, limit);
  for (const { organizationId, ...access } of late) {
    const alert = {
      kind: 'not-provisioned',
      platform: '',
      reference: '',
      accessId: access.id,
    } as const;
    await raiseAccessAlerts(tx, organizationId, [{ ...alert, message: describe(access) }], {
      principal: 'system',
      now,
    });
  }
  return late.length;
}

function describe({ activatedAt, status }: Omit<UnprovisionedAccess, 'organizationId'>): string {
  const since = `${activatedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const said =
    status === null ? 'no component has reported anything' : `the last report says '${status}'`;
  return `The access is active since ${since}, and ${said}.`;
}

/** Gives up to `limit` accesses the timer back that somebody took from them by cancelling its work; answers how many. */
export async function restoreAccessTimers(tx: Tx, now: Date, limit: number): Promise<number> {
  const missing = await listMissingTimers(tx, limit);
  for (const { organizationId, id, dueAt } of missing)
    await requestAccessTimer(tx, { organizationId, id }, dueAt, now);
  return missing.length;
}
