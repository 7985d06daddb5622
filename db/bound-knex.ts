import knexFactory from 'knex';
import type { Db, Tx } from './connect.ts';
import type { PooledClient } from './silent-connections.ts';

/** A Knex that runs everything on one connection, while that connection is in a transaction of ours. */
export type BoundKnex = { tx: Tx; begin: () => void; end: () => void };

const bound = new WeakMap<PooledClient, BoundKnex>();

/**
 * The Knex of a pooled connection, made once for each. Knex's own `transaction` makes a new one for every
 * transaction, which costs more than the four round trips of a small one (measured in docs/decisions/0007).
 * Outside `begin` and `end` it refuses what a forgotten `await` would write behind the commit. It cannot tell whether
 * the next transaction of the connection has begun: for that, oxlint refuses promises that nobody awaits.
 */
export function boundKnexOf(connection: PooledClient, pool: Db): BoundKnex {
  const known = bound.get(connection);
  if (known) return known;
  const made = bind(connection, pool);
  bound.set(connection, made);
  return made;
}

/** The next transaction of the connection gets a new one; that of the last refuses for ever. */
export function forgetBoundKnex(connection: PooledClient): void {
  bound.delete(connection);
}

function bind(connection: PooledClient, pool: Db): BoundKnex {
  let open = false;
  let busy = false;
  const waiting: (() => void)[] = [];
  const knex = knexFactory({ client: 'pg' });
  const acquire = (): Promise<PooledClient> => {
    if (!open) return Promise.reject(new Error('the transaction is over'));
    if (busy) return new Promise<void>((resolve) => waiting.push(resolve)).then(acquire);
    busy = true;
    return Promise.resolve(connection);
  };
  Object.assign(knex.client, {
    // One statement at a time: those that are made together queue here, as pg no longer does it.
    acquireConnection: acquire,
    releaseConnection: () => {
      busy = false;
      waiting.shift()?.();
      return Promise.resolve();
    },
  });
  Object.defineProperty(knex, 'isTransaction', { value: true });
  const forward = (query: unknown): void => void pool.emit('query', query);
  return {
    tx: knex as Tx,
    begin: () => {
      open = true;
      // Who listens to the pool's statements (tests do) hears those of its transactions too.
      knex.removeListener('query', forward);
      if (pool.listenerCount('query') > 0) knex.on('query', forward);
    },
    end: () => {
      open = false;
    },
  };
}
