import type { Client } from 'pg';

/** A connection of Knex's pool; one that carries the mark is not handed out again. */
export type PooledClient = Client & {
  __knex__disposed?: unknown;
  connection?: { stream?: { destroy: () => void } };
  /** When its running statement was sent; undefined while it has none. */
  busySince?: number | undefined;
};

export type SilentConnections = {
  /** Knex's `afterCreate`: from now on the connection is watched. */
  watch: (client: PooledClient, done: (error: unknown, client: unknown) => void) => void;
  stop: () => void;
};

const lookEveryMs = 1_000;

/**
 * Closes connections whose statement has had no answer for `answerWithinMs`: the caller gets an error and the
 * pool a fresh connection. Knex would hand a silently dead one out again for many minutes (knex#4630), and
 * pg's own `query_timeout` costs a timer per statement, a tenth of the throughput of small reads (measured).
 */
export function watchConnections(answerWithinMs: number): SilentConnections {
  const clients = new Set<PooledClient>();
  const timer = setInterval(() => {
    const latest = Date.now() - answerWithinMs;
    for (const client of clients) {
      if (client.busySince !== undefined && client.busySince < latest) dispose(client);
    }
  }, lookEveryMs).unref();
  return {
    watch: (client, done) => {
      clients.add(client);
      client.once('end', () => clients.delete(client));
      noteKnexQueries(client);
      done(undefined, client);
    },
    stop: () => clearInterval(timer),
  };
}

function dispose(client: PooledClient): void {
  client.__knex__disposed = new Error('no answer in time');
  client.connection?.stream?.destroy();
}

/** Knex calls `query` with a callback; `runStatement`, which waits for a promise, notes its own. */
function noteKnexQueries(client: PooledClient): void {
  type Query = (...parts: unknown[]) => unknown;
  const query = client.query.bind(client) as Query;
  const noted: Query = (...parts) => {
    const callback = parts.at(-1);
    if (typeof callback !== 'function') return query(...parts);
    client.busySince = Date.now();
    const answered: Query = (error, result) => {
      client.busySince = undefined;
      return (callback as Query)(error, result);
    };
    return query(...parts.slice(0, -1), answered);
  };
  Object.assign(client, { query: noted });
}
