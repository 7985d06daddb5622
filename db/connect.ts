import knexFactory from 'knex';
import type { Knex } from 'knex';
import { types } from 'pg';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import { watchConnections } from './silent-connections.ts';
import type { SilentConnections } from './silent-connections.ts';
import { createSignals } from './signal.ts';
import type { Signals } from './signal.ts';

/** A pool or a transaction, as table functions expect. */
export type Db = Knex;
export type Tx = Knex.Transaction;

/** One process's access to Postgres: the pool, and the signals sent by NOTIFY. */
export type Database = { knex: Knex; signals: Signals; close: () => Promise<void> };

export type ConnectOptions = {
  url: string;
  /** Direct address for LISTEN, needed when `url` points to a transaction pooler. */
  listenUrl?: string | undefined;
  poolMax: number;
  /** Time to wait for a connection, in ms; 4,000 by default. */
  connectWithinMs?: number;
  applicationName: string;
  log: Logger;
};

/** Deadline of the client, in case the server or the network disappears without closing the connection. */
const answerWithinMs = 12_000;

/**
 * A prepared statement keeps the plan made while its table was small: a sequential scan, until the next
 * analyze, however large the table has become. All frequent statements have an index, so sequential scans are
 * disabled.
 */
const planning = '-c enable_seqscan=off';

/** Minimum word similarity for misspelled words; the default, 0.6, rejects words with one wrong letter. */
const similarity = '-c pg_trgm.word_similarity_threshold=0.4';

/** Limits every statement, so that no request and no job waits forever for Postgres (docs/invariants.md). */
const limits = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Opens the pool and the LISTEN connection; connects on first use. */
export function connectDatabase(options: ConnectOptions): Database {
  const silent = watchConnections(answerWithinMs);
  const knex = createPool(options, silent);
  silent.listen(knex);
  const signals = createSignals({
    knex,
    url: options.listenUrl ?? options.url,
    applicationName: options.applicationName,
    log: options.log,
  });
  return {
    knex,
    signals,
    close: async () => {
      await signals.close();
      // The pool waits for running statements, so silent connections must still be detected until then.
      await knex.destroy().finally(silent.stop);
    },
  };
}

function createPool(
  { url, poolMax, connectWithinMs = 4_000, applicationName, log }: ConnectOptions,
  silent: SilentConnections,
): Knex {
  const mayLog = createThrottle(5_000);
  return knexFactory({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      types: typeParsers,
      options: `${planning} ${similarity}`,
      connectionTimeoutMillis: connectWithinMs,
      ...limits,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolMax, afterCreate: silent.watch },
    acquireConnectionTimeout: connectWithinMs,
    asyncStackTraces: false,
    log: {
      warn: (message: unknown) =>
        mayLog('warn') && log.warn({ detail: String(message) }, 'database pool'),
      error: (message: unknown) =>
        mayLog('error') && log.error({ detail: String(message) }, 'database pool'),
      deprecate: () => undefined,
      debug: () => undefined,
    },
  });
}

/** `json` stays the stored text, `date` stays a day, and bigint counts become numbers. */
const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === types.builtins.JSON || oid === types.builtins.DATE) return (text: string) => text;
    if (oid === types.builtins.INT8) return Number;
    return format === 'binary'
      ? types.getTypeParser(oid, 'binary')
      : types.getTypeParser(oid, 'text');
  },
};
