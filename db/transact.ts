import { isTransaction, returnBoundKnex, takeBoundKnex } from './bound-knex.ts';
import type { Database, Db, Tx } from './connect.ts';
import type { PooledClient } from './silent-connections.ts';
import type { Channel } from './signal.ts';
import type { ClientOfKnex } from './statement.ts';

/** Signals that wait for the commit of their transaction. */
const pending = new WeakMap<object, Set<Channel>>();

/**
 * Runs `work` in one transaction, which begins with its first statement, and sends the requested signals after
 * the commit. The callback must not have effects outside of the database: when the connection breaks during the
 * commit, its outcome is unknown, and callers retry.
 */
export async function transact<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(database.knex)) return inSavepoint(database.knex, work);
  return inTransaction(database, { begin, outcome: 'commit' }, work);
}

/**
 * Runs `work` in a transaction that is rolled back: its changes are never visible, no signal is sent, and only
 * the result of `work` remains. Rows that `work` changes are locked until then.
 */
export async function rehearse<T>(
  database: Database,
  work: (rehearsal: Database) => Promise<T>,
): Promise<T> {
  return inTransaction(database, { begin, outcome: 'rollback' }, (tx) =>
    work(databaseOf(database, tx)),
  );
}

/** Thrown when another transaction holds the requested lock. */
export class LockTaken extends Error {}

/**
 * Runs `work` on a database that is one transaction, as `rehearse` does, and commits it. The transaction holds
 * the advisory lock from its first statement to its end; the first statement throws `LockTaken` when another
 * transaction holds the lock.
 */
export async function transactLocked<T>(
  database: Database,
  lock: bigint,
  work: (whole: Database) => Promise<T>,
): Promise<T> {
  const beginLocked = async (connection: PooledClient): Promise<void> => {
    // One round trip; a bigint needs no quoting.
    const text = `begin; select pg_try_advisory_xact_lock(${lock}) as "isFree"`;
    const [, { rows }] = (await send(connection, text)) as unknown as [
      unknown,
      { rows: { isFree: boolean }[] },
    ];
    if (!rows[0]?.isFree) throw new LockTaken('another transaction holds this lock');
  };
  return inTransaction(database, { begin: beginLocked, outcome: 'commit' }, (tx) =>
    work(databaseOf(database, tx)),
  );
}

/** A database whose statements run in the transaction and whose signals are sent after the commit. */
function databaseOf({ signals }: Database, tx: Tx): Database {
  const send = (channel: Channel): void => signalAfterCommit(tx, channel);
  return { knex: tx, signals: { ...signals, send }, close: () => Promise.resolve() };
}

/** Runs `work` in a savepoint of a transaction, which can fail alone. */
export async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.raw('savepoint part');
  try {
    const result = await work(tx);
    await tx.raw('release savepoint part');
    return result;
  } catch (error) {
    // If the rollback fails, the whole transaction fails, and the first error tells why.
    await tx.raw('rollback to savepoint part; release savepoint part').catch(() => undefined);
    throw error;
  }
}

type Manner = {
  begin: (connection: PooledClient) => Promise<unknown>;
  outcome: 'commit' | 'rollback';
};

async function inTransaction<T>(
  database: Database,
  { begin, outcome }: Manner,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const pool = database.knex.client as ClientOfKnex;
  const scope = takeBoundKnex(database.knex);
  const channels = new Set<Channel>();
  let opened: Promise<PooledClient> | undefined;
  scope.begin(() => (opened ??= open(pool, begin)));
  pending.set(scope.tx, channels);
  try {
    const result = await work(scope.tx);
    if (opened) await end(await opened, outcome);
    if (outcome === 'commit') for (const channel of channels) database.signals.send(channel);
    returnBoundKnex(database.knex, scope);
    return result;
  } catch (error) {
    // Makes later statements of a failed callback fail, instead of running after the ROLLBACK or in another
    // transaction.
    scope.end();
    await opened?.then(undo, () => undefined);
    throw error;
  } finally {
    pending.delete(scope.tx);
    scope.end();
    await opened?.then(
      (connection) => pool.releaseConnection(connection),
      () => undefined,
    );
  }
}

async function open(pool: ClientOfKnex, begin: Manner['begin']): Promise<PooledClient> {
  const connection = await pool.acquireConnection();
  try {
    await begin(connection);
    return connection;
  } catch (error) {
    await undo(connection);
    await pool.releaseConnection(connection);
    throw error;
  }
}

function begin(connection: PooledClient): Promise<unknown> {
  return send(connection, 'begin');
}

async function end(connection: PooledClient, outcome: Manner['outcome']): Promise<void> {
  // If the code ignored a failed statement, Postgres answers COMMIT with ROLLBACK instead of an error.
  if ((await send(connection, outcome)).command !== outcome.toUpperCase()) {
    throw new Error('not committed: an earlier statement of the transaction failed');
  }
}

async function undo(connection: PooledClient): Promise<void> {
  await send(connection, 'rollback').catch((failure: unknown) => {
    // The state of this connection is unknown, so the pool must not reuse it.
    connection.__knex__disposed = failure;
  });
}

async function send(connection: PooledClient, statement: string): Promise<{ command: string }> {
  connection.busySince = performance.now();
  try {
    return await connection.query(statement);
  } finally {
    connection.busySince = undefined;
  }
}

/** Requests a signal after the commit of a transaction made by `transact`; on a pool it does nothing. */
export function signalAfterCommit(db: Db, channel: Channel): void {
  pending.get(db)?.add(channel);
}
