import type { Db, Tx } from './connect.ts';
import { createLimitedKnex } from './limited-knex.ts';
import type { PooledClient } from './silent-connections.ts';

/**
 * A Knex that runs everything on one connection while a transaction of ours is open. `connect` is called by each statement; it
 * answers the same connection until `end`.
 */
export type BoundKnex = {
  tx: Tx;
  begin: (connect: () => Promise<PooledClient>) => void;
  end: () => void;
};

const idle = new WeakMap<Db, BoundKnex[]>();
const bound = new WeakSet<Db>();

/** More transactions are seldom open at once; each Knex takes some memory. */
const maxIdle = 50;

/** True if the statements belong to one transaction, opened by `transact` or by Knex. */
export function isTransaction(db: Db): db is Tx {
  return bound.has(db) || db.isTransaction === true;
}

/**
 * A Knex that no transaction of the pool uses. Knex's own `transaction` makes a new one for every
 * transaction, which costs more than the four round trips of a small one (measured in docs/decisions/0007).
 * Outside `begin` and `end` it refuses statements that run after the commit because of a forgotten `await`. It cannot tell whether
 * the next transaction has begun; oxlint's `no-floating-promises` covers that case.
 */
export function takeBoundKnex(pool: Db): BoundKnex {
  return idle.get(pool)?.pop() ?? bind(pool);
}

/** Lets another transaction use the Knex; that of a failed callback is not returned, so that it refuses forever. */
export function returnBoundKnex(pool: Db, returned: BoundKnex): void {
  const free = idle.get(pool) ?? [];
  if (free.length < maxIdle) free.push(returned);
  idle.set(pool, free);
}

function bind(pool: Db): BoundKnex {
  let connect: (() => Promise<PooledClient>) | undefined;
  const acquire = async (): Promise<PooledClient> => {
    if (!connect) throw new Error('the transaction is over');
    return connect();
  };
  // One statement at a time: pg no longer queues those that are sent together.
  const tx = createLimitedKnex(pool, 1, { acquire, release: () => undefined }) as Tx;
  bound.add(tx);
  return {
    tx,
    begin: (connecting) => {
      connect = connecting;
    },
    end: () => {
      connect = undefined;
    },
  };
}
