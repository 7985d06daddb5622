import type { Db } from './connect.ts';
import type { PooledClient } from './silent-connections.ts';

/** SQL with `$1`-style parameters; `name` is its name as a prepared statement of each connection. */
export type Statement = { name: string; text: string };

/** Source of the connections of every Knex instance. */
export type ClientOfKnex = {
  acquireConnection: () => Promise<PooledClient>;
  releaseConnection: (connection: PooledClient) => unknown;
};

/**
 * Runs a prepared statement on the pool or in a transaction. It bypasses Knex's query builder, which costs a
 * fifth of the throughput of a small statement (measured), but uses Knex's connections and emits Knex's `query`
 * event, so that tests see every statement.
 */
export async function runStatement<Row>(
  db: Db,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = db.client as ClientOfKnex;
  db.emit('query', { sql: statement.text, bindings: values });
  const connection = await pool.acquireConnection();
  connection.busySince = performance.now();
  try {
    const { name, text } = statement;
    const result = await connection.query({ name, text, values: values as unknown[] });
    return result.rows as Row[];
  } finally {
    connection.busySince = undefined;
    await pool.releaseConnection(connection);
  }
}
