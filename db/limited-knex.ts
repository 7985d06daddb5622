import knexFactory from 'knex';
import type { Db } from './connect.ts';
import type { PooledClient } from './silent-connections.ts';

/** Source of connections for the statements and transactions of a Knex. */
export type ConnectionSource = {
  acquire: () => Promise<PooledClient>;
  release: (connection: PooledClient) => unknown;
};

/** Events that Knex emits for each statement. */
const events = ['query', 'query-response', 'query-error'];

/**
 * A Knex that uses at most `max` connections of `source` at one time; further callers wait in their order. Listeners of `pool` receive
 * its statement events, too.
 */
export function createLimitedKnex(pool: Db, max: number, source: ConnectionSource): Db {
  const waiting: (() => void)[] = [];
  let used = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else used -= 1;
  };
  const acquire = async (): Promise<PooledClient> => {
    if (used < max) used += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await source.acquire();
    } catch (error) {
      leave();
      throw error;
    }
  };
  const release = (connection: PooledClient): boolean => {
    source.release(connection);
    leave();
    return true;
  };
  const knex = knexFactory({
    client: 'pg',
    connectionPool: {
      acquire: () => ({ promise: acquire() }),
      release,
      destroy: () => Promise.resolve(),
      numUsed: () => used,
      numFree: () => max - used,
      numPendingAcquires: () => waiting.length,
    },
    // The pool has already logged its own errors.
    log: { warn: () => undefined },
  });
  for (const event of events)
    knex.on(event, (...details: unknown[]) => void pool.emit(event, ...details));
  return knex;
}
