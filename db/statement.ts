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

/** Columns of the `input` of a statement for many rows, by name: the type in Postgres and the value of a row. */
export type InputColumns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => unknown]>
>;

/** JSON text never contains U+001E unescaped (RFC 8259 §7), so it separates JSON texts (RFC 7464). */
const separator = '\x1e';

/**
 * SQL of the rows, numbered from 1 by `n`. Each column is one parameter, a list. JSON texts, which may be long, are joined instead:
 * to quote them for an array and to parse that costs more (measured). By its condition, which is always true, Postgres
 * expects one row: it then keeps the plan, which looks each row up by its key, instead of planning each execution (measured).
 */
export function inputRows<Row>(columns: InputColumns<Row>): string {
  const lists = Object.values(columns).map(([type], index) =>
    type === 'json'
      ? `string_to_array($${index + 1}, chr(30), '')::json[]`
      : `$${index + 1}::${type}[]`,
  );
  return `select * from unnest(${lists.join(', ')}) with ordinality as i(${Object.keys(columns).join(', ')}, n)
      where n between 1 and 1000000`;
}

/** The parameters of `inputRows`. */
export function inputValues<Row>(columns: InputColumns<Row>, rows: readonly Row[]): unknown[] {
  return Object.values(columns).map(([type, value]) => {
    const values = rows.map(value);
    return type === 'json' ? values.join(separator) : values;
  });
}
