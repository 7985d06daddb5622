import type { Tx } from '../../db/connect.ts';
import { findAccess } from '../../db/tables/access.ts';
import type { AccessKey } from '../../db/tables/access.ts';
import { writeAccess } from '../../db/tables/access-writes.ts';
import { provisioningOf } from '../../domain/access/access.ts';
import { advanceAccess, nextDueAt } from '../../domain/access/access-life.ts';
import { toEvent } from './change-access.ts';
import { requestAccessTimer } from './request-access-timer.ts';

const attempts = 20;

/**
 * Does what time has made due for an access, and leaves a timer for what is next; one that was moved, ended or deleted
 * meanwhile is left alone. It is called again after a crash, and then finds nothing to do: what it writes and the end of its
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
  throw new Error(`others keep changing the access ${key.id}`);
}

/** The clock that rang may be ahead of ours: nothing happens early, and nothing is forgotten. */
async function keepTimer(
  tx: Tx,
  key: AccessKey,
  dueAt: Date | undefined,
  now: Date,
): Promise<void> {
  if (dueAt !== undefined) await requestAccessTimer(tx, key, dueAt, now);
}
