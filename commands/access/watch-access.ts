import type { Tx } from '../../db/connect.ts';
import { listUnprovisionedAccess, raiseAccessAlerts } from '../../db/tables/access/alerts.ts';
import type { UnprovisionedAccess } from '../../db/tables/access/alerts.ts';
import { listMissingTimers } from '../../db/tables/access/missing-timers.ts';
import type { WalkPosition } from '../../db/tables/feed/walk-position.ts';
import { requestAccessTimer } from './request-access-timer.ts';

/**
 * Raises alerts for the next `limit` active accesses that were activated before `before` and are not provisioned. Returns their
 * number and the position to continue from.
 */
export async function raiseProvisioningAlerts(
  tx: Tx,
  after: WalkPosition,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<{ raised: number; next: WalkPosition | undefined }> {
  const { late, next } = await listUnprovisionedAccess(tx, before, after, limit);
  for (const organizationId of new Set(late.map((access) => access.organizationId))) {
    const found = late
      .filter((access) => access.organizationId === organizationId)
      .map((access) => ({ ...alert, accessId: access.id, message: describe(access) }));
    await raiseAccessAlerts(tx, organizationId, found, { foundBy: 'system', now });
  }
  return { raised: late.length, next };
}

const alert = { kind: 'not-provisioned', platform: '', reference: '' } as const;

function describe({ activatedAt, status }: Omit<UnprovisionedAccess, 'organizationId'>): string {
  const since = `${activatedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const said =
    status === null ? 'no component has sent a report' : `the last report says '${status}'`;
  return `The access is active since ${since}, and ${said}.`;
}

/**
 * Restores missing timers of the next `limit` waiting accesses, whose work was cancelled. Returns their number and the position
 * to continue from.
 */
export async function restoreAccessTimers(
  tx: Tx,
  after: WalkPosition,
  { now, limit }: { now: Date; limit: number },
): Promise<{ restored: number; next: WalkPosition | undefined }> {
  const { missing, next } = await listMissingTimers(tx, after, limit);
  for (const { organizationId, id, dueAt } of missing)
    await requestAccessTimer(tx, { organizationId, id }, dueAt, now);
  return { restored: missing.length, next };
}
