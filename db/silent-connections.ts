import type { Knex } from 'knex';
import type { Client } from 'pg';

/** A connection of Knex's pool; Knex does not reuse a connection that is marked as disposed. */
export type PooledClient = Client & {
  __knex__disposed?: unknown;
  __knexUid: string;
  connection?: { stream?: { destroy: () => void } };
  /** Send time of the running statement, by `performance.now()`; undefined while idle. */
  busySince?: number | undefined;
};

export type SilentConnections = {
  /** Knex's `afterCreate`: starts to watch the connection. */
  watch: (client: PooledClient, done: (error: unknown, client: unknown) => void) => void;
  /** Notes the statements of Knex's builder; `runStatement` notes its own. */
  listen: (knex: Knex) => void;
  stop: () => void;
};

/** The part of Knex's statement events that is used here. */
type Query = { __knexUid?: string };

const lookEveryMs = 1_000;

/**
 * Closes connections whose statement got no answer within `answerWithinMs`: the caller gets an error and the
 * pool a fresh connection. Knex reuses a silently dead connection for many minutes (knex#4630), and pg's own
 * `query_timeout` costs a timer per statement, a tenth of the throughput of small reads (measured).
 */
export function watchConnections(answerWithinMs: number): SilentConnections {
  const clients = new Map<string, PooledClient>();
  const note = ({ __knexUid: id }: Query, busySince: number | undefined): void => {
    const client = id === undefined ? undefined : clients.get(id);
    if (client) client.busySince = busySince;
  };
  const timer = setInterval(() => {
    const latest = performance.now() - answerWithinMs;
    for (const client of clients.values()) {
      if (client.busySince !== undefined && client.busySince < latest) dispose(client);
    }
  }, lookEveryMs).unref();
  return {
    watch: (client, done) => {
      clients.set(client.__knexUid, client);
      client.once('end', () => clients.delete(client.__knexUid));
      done(undefined, client);
    },
    listen: (knex) => {
      knex.on('query', (query: Query) => note(query, performance.now()));
      knex.on('query-response', (_: unknown, query: Query) => note(query, undefined));
      knex.on('query-error', (_: unknown, query: Query) => note(query, undefined));
    },
    stop: () => clearInterval(timer),
  };
}

function dispose(client: PooledClient): void {
  client.__knex__disposed = new Error('no answer in time');
  client.connection?.stream?.destroy();
}
