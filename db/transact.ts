import { boundKnexOf, forgetBoundKnex } from './bound-knex.ts';
import type { BoundKnex } from './bound-knex.ts';
import type { Database, Db, Tx } from './connect.ts';
import type { PooledClient } from './silent-connections.ts';
import type { Channel } from './signal.ts';

/** Signals that wait for the commit of their transaction. */
const pending = new WeakMap<object, Set<Channel>>();

type Pool = {
  acquireConnection: () => Promise<PooledClient>;
  releaseConnection: (connection: PooledClient) => unknown;
};

/**
 * Runs `work` in one transaction and sends the signals it asked for after the commit. The callback may not
 * have effects outside the database: when the connection breaks at the commit it is unknown whether it
 * happened, and callers try again.
 */
export async function transact<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const pool = database.knex.client as Pool;
  const connection = await pool.acquireConnection();
  const channels = new Set<Channel>();
  try {
    const scope = boundKnexOf(connection, database.knex);
    const result = await inTransaction({ connection, scope, channels }, work);
    for (const channel of channels) database.signals.send(channel);
    return result;
  } finally {
    await pool.releaseConnection(connection);
  }
}

async function inTransaction<T>(
  held: { connection: PooledClient; scope: BoundKnex; channels: Set<Channel> },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { connection, channels } = held;
  const { tx, begin, end } = held.scope;
  begin();
  pending.set(tx, channels);
  try {
    await send(connection, 'begin');
    const result = await work(tx);
    // Postgres answers ROLLBACK, and no error, when a statement had failed and nobody minded.
    if ((await send(connection, 'commit')) !== 'COMMIT') {
      throw new Error('not committed: a statement of the transaction had failed');
    }
    return result;
  } catch (error) {
    // What the broken callback still does must not land in the next transaction of this connection.
    forgetBoundKnex(connection);
    await send(connection, 'rollback').catch((failure: unknown) => {
      // Whatever state this connection is in, nobody else shall get it.
      connection.__knex__disposed = failure;
    });
    throw error;
  } finally {
    pending.delete(tx);
    end();
  }
}

/** Answers what Postgres did. */
async function send(connection: PooledClient, statement: string): Promise<string> {
  connection.busySince = Date.now();
  try {
    return (await connection.query(statement)).command;
  } finally {
    connection.busySince = undefined;
  }
}

/** Asks for a signal after the commit of a transaction made by `transact`; on a pool it does nothing. */
export function signalAfterCommit(db: Db, channel: Channel): void {
  pending.get(db)?.add(channel);
}
