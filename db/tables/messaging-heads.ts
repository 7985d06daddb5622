import { setTimeout } from 'node:timers/promises';

import type { OrganizationId } from '../../domain/principal.ts';
import type { Database, Db, Tx } from '../connect.ts';
import { isDeadlock } from '../postgres-errors.ts';
import { runStatement } from '../statement.ts';
import { signalAfterCommit, transact } from '../transact.ts';

const take = {
  name: 'messaging-heads-take',
  text: `insert into messaging_heads as h (organization_id, position) values ($1, 1)
    on conflict (organization_id) do update set position = h.position + 1 returning h.position`,
};

/** How often work is tried that a deadlock ended. */
const mostAttempts = 3;

/** So long those that waited for the failed attempt have to wake and take their rows: else the next one may meet them again. */
const pauseMilliseconds = 50;

/**
 * A transaction in which nobody else changes the messaging of the organization: its first statement takes the lock of its
 * head. So positions are in the order of commits, and writers wait for each other here only. What works without the head, notes of
 * the use of tokens and jobs, locks in the same order; should they ever wait for each other, the work is done again. Slow work has
 * no place in it, and, as it may run more than once, no effect outside of the database.
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
      if (!isDeadlock(error) || attempt === mostAttempts) throw error;
      await setTimeout(pauseMilliseconds * attempt);
    }
  }
}

/** The next position of the organization; the caller holds its lock until the transaction ends. */
export async function nextPosition(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const [row] = await runStatement<{ position: number }>(tx, take, [organizationId]);
  if (!row) throw new Error('the head of messaging was not moved');
  return row.position;
}

/** How far the messaging of an organization has come, and up to where its events are no longer kept. */
export type MessagingHead = { position: number; horizon: number };

const find = {
  name: 'messaging-heads-find',
  text: `select position, horizon from messaging_heads where organization_id = $1`,
};

/** Everything up to the head has committed, and can be read. */
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

/** The first of so many following positions, for a caller that holds the lock of the organization. */
export async function nextPositions(
  tx: Tx,
  organizationId: OrganizationId,
  count: number,
): Promise<number> {
  const [row] = await runStatement<{ position: number }>(tx, takeMany, [organizationId, count]);
  if (!row) throw new Error('the head of messaging was not moved');
  return row.position;
}
