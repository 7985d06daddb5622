import type { Database, Db, Tx } from './connect.ts';
import type { Channel } from './signal.ts';

/** Signals that wait for the commit of their transaction. */
const pending = new WeakMap<object, Set<Channel>>();

/**
 * Runs `work` in one transaction and sends the signals it asked for after the commit. The callback may not
 * have effects outside the database: when the connection breaks at the commit it is unknown whether it
 * happened, and callers try again.
 */
export async function transact<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const channels = new Set<Channel>();
  const result = await database.knex.transaction(async (tx) => {
    pending.set(tx, channels);
    return work(tx);
  });
  for (const channel of channels) database.signals.send(channel);
  return result;
}

/** Asks for a signal after the commit of a transaction made by `transact`; on a pool it does nothing. */
export function signalAfterCommit(db: Db, channel: Channel): void {
  pending.get(db)?.add(channel);
}
