import { setTimeout } from 'node:timers/promises';

import type { OrganizationId } from '../../../domain/principal.ts';
import type { Database, Db, Tx } from '../../connect.ts';
import { isDeadlock } from '../../postgres-errors.ts';
import { runStatement } from '../../statement.ts';
import { signalAfterCommit, transact } from '../../transact.ts';

const take = {
  name: 'messaging-heads-take',
  text: `insert into messaging_heads as h (organization_id, position) values ($1, 1)
    on conflict (organization_id) do update set position = h.position + 1 returning h.position`,
};

/** Attempts of work that a deadlock ended. */
const maxAttempts = 3;

/**
 * Gives the transactions that waited for the failed attempt time to take their row locks; otherwise the next
 * attempt may deadlock again.
 */
const pauseMilliseconds = 50;

/**
 * A transaction with exclusive write access to the messaging of the organization: its first statement locks the
 * organization's head, so positions are in commit order and writers wait only here. Statements that run without
 * the head (token use, jobs) lock in the same order; after a deadlock the work is retried. Therefore `work`
 * must be fast and must have no effect outside of the database.
 */
export async function transactMessaging<T>(
  database: Database,
  organizationId: OrganizationId,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(database, async (tx) => {
        await nextPosition(tx, organizationId);
        signalAfterCommit(tx, 'messaging_changed');
        return work(tx);
      });
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error;
      await setTimeout(pauseMilliseconds * attempt);
    }
  }
}

/** The next position of the organization; the caller holds the lock of the head until the transaction ends. */
export async function nextPosition(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const [row] = await runStatement<{ position: number }>(tx, take, [organizationId]);
  if (!row) throw new Error('the head of messaging was not updated');
  return row.position;
}

/** The latest position of the organization's messaging, and the position up to which events have expired. */
export type MessagingHead = { position: number; horizon: number };

const find = {
  name: 'messaging-heads-find',
  text: `select position, horizon from messaging_heads where organization_id = $1`,
};

/** The head; everything up to its position has committed and can be read. */
export async function findMessagingHead(
  db: Db,
  organizationId: OrganizationId,
): Promise<MessagingHead> {
  const [row] = await runStatement<MessagingHead>(db, find, [organizationId]);
  return row ?? { position: 0, horizon: 0 };
}

const takeMany = {
  name: 'messaging-heads-take-many',
  text: `update messaging_heads set position = position + $2::bigint where organization_id = $1
    returning position - $2::bigint + 1 as "position"`,
};

/** Reserves consecutive positions and returns the first; the caller holds the lock of the head. */
export async function nextPositions(
  tx: Tx,
  organizationId: OrganizationId,
  count: number,
): Promise<number> {
  const [row] = await runStatement<{ position: number }>(tx, takeMany, [organizationId, count]);
  if (!row) throw new Error('the head of messaging was not updated');
  return row.position;
}
