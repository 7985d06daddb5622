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
  if (database.knex.isTransaction) return inSavepoint(database.knex as Tx, work);
  return onConnection(database, 'commit', work);
}

/**
 * Runs `work` on a database that is one transaction, and takes everything back: nobody ever sees it, no signal is sent,
 * and what `work` answers is all that remains. What `work` changes is locked until then.
 */
export async function rehearse<T>(
  database: Database,
  work: (rehearsal: Database) => Promise<T>,
): Promise<T> {
  return onConnection(database, 'rollback', (tx) => work({ knex: tx, signals, close: nothing }));
}

const nothing = (): Promise<void> => Promise.resolve();
const signals: Database['signals'] = {
  send: () => undefined,
  on: () => () => undefined,
  close: nothing,
};

/** In a rehearsal, a transaction is a part of it that can fail alone. */
async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.raw('savepoint part');
  try {
    const result = await work(tx);
    await tx.raw('release savepoint part');
    return result;
  } catch (error) {
    await tx.raw('rollback to savepoint part');
    throw error;
  }
}

async function onConnection<T>(
  database: Database,
  outcome: Outcome,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const pool = database.knex.client as Pool;
  const connection = await pool.acquireConnection();
  const channels = new Set<Channel>();
  try {
    const scope = boundKnexOf(connection, database.knex);
    const result = await inTransaction({ connection, scope, channels, outcome }, work);
    if (outcome === 'commit') for (const channel of channels) database.signals.send(channel);
    return result;
  } finally {
    await pool.releaseConnection(connection);
  }
}

type Outcome = 'commit' | 'rollback';

async function inTransaction<T>(
  held: {
    connection: PooledClient;
    scope: BoundKnex;
    channels: Set<Channel>;
    outcome: Outcome;
  },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { connection, channels, outcome } = held;
  const { tx, begin, end } = held.scope;
  begin();
  pending.set(tx, channels);
  try {
    await send(connection, 'begin');
    const result = await work(tx);
    // Postgres answers ROLLBACK, and no error, when a statement had failed and nobody minded.
    if ((await send(connection, outcome)) !== outcome.toUpperCase()) {
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
