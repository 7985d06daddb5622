import type { Database } from './connect.ts';
import { createLimitedKnex } from './limited-knex.ts';
import type { PooledClient } from './silent-connections.ts';
import type { ClientOfKnex } from './statement.ts';

/**
 * The same database for callers that use at most `max` of its connections at a time; further callers wait for
 * each other, and the rest of the pool stays free. The signals belong to the database and continue after this
 * share is closed.
 */
export function shareOfPool(database: Database, max: number): Database {
  const pool = database.knex.client as ClientOfKnex;
  const knex = createLimitedKnex(database.knex, max, {
    acquire: () => pool.acquireConnection(),
    release: (connection: PooledClient) => pool.releaseConnection(connection),
  });
  return { knex, signals: database.signals, close: () => Promise.resolve() };
}
