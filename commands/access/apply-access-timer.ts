import type { Tx } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access/access.ts';
import type { AccessKey } from '../../db/tables/access/access.ts';
import { writeAccess } from '../../db/tables/access/writes.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import { advanceAccess, nextDueAt } from '../../domain/access/access-life.ts';
import { toEvent } from './change-access.ts';
import { requestAccessTimer } from './request-access-timer.ts';

const attempts = 20;

/**
 * Applies everything that is due for an access, and requests a timer for the next step; an access that was moved, ended or
 * deleted meanwhile is left unchanged. A repeated call after a crash finds nothing to do, because its writes and the end of its
 * work are one transaction.
 */
export async function applyAccessTimer(tx: Tx, key: AccessKey, now: Date): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = await findAccess(tx, key);
    if (!stored) return;
    const { life, events } = advanceAccess(stored, now);
    if (life.state === stored.state) return keepTimer(tx, key, nextDueAt(stored), now);
    const revision = await writeAccess(tx, {
      ...key,
      before: stored,
      life,
      parties: stored,
      body: stored.body,
      reassessOn: stored.reassessOn,
      provisioning: provisioningOf(stored),
      events: events.map(toEvent),
      principal: 'system',
      requestId: undefined,
      now,
    });
    if (revision !== undefined) return;
  }
  throw new Error(`the access ${key.id} is being changed by concurrent requests`);
}

/** The clock that dispatched the work may be ahead of ours, so an early timer is requested again. */
async function keepTimer(
  tx: Tx,
  key: AccessKey,
  dueAt: Date | undefined,
  now: Date,
): Promise<void> {
  if (dueAt !== undefined) await requestAccessTimer(tx, key, dueAt, now);
}
