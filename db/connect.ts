import knexFactory from 'knex';
import type { Knex } from 'knex';
import { types } from 'pg';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import { watchConnections } from './silent-connections.ts';
import type { SilentConnections } from './silent-connections.ts';
import { createSignals } from './signal.ts';
import type { Signals } from './signal.ts';

/** A pool or a transaction: what table functions take. */
export type Db = Knex;
export type Tx = Knex.Transaction;

/** One process's access to Postgres: the pool, and the hints that travel by NOTIFY. */
export type Database = { knex: Knex; signals: Signals; close: () => Promise<void> };

export type ConnectOptions = {
  url: string;
  /** Direct address for LISTEN when `url` goes through a transaction pooler. */
  listenUrl?: string | undefined;
  poolMax: number;
  applicationName: string;
  log: Logger;
};

/** The client's own deadline; it fires when the server or the network is silently gone. */
const answerWithinMs = 12_000;

/**
 * A prepared statement keeps the plan that it got while its table was small: a scan of the whole table, until
 * the next analyze, however large the table has become. All that runs often has an index, so plans use them.
 */
const planning = '-c enable_seqscan=off';

/** How similar a misspelt word must be to one of a name; with 0.6, the default, one wrong letter is too many. */
const similarity = '-c pg_trgm.word_similarity_threshold=0.4';

/** Bounds on every statement (reliability M6): no request and no job waits for ever on Postgres. */
const limits = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
  connectionTimeoutMillis: 4_000,
};

/** Opens the pool and the LISTEN connection; nothing is contacted before the first use. */
export function connectDatabase(options: ConnectOptions): Database {
  const silent = watchConnections(answerWithinMs);
  const knex = createPool(options, silent);
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
      // The pool waits for what is under way: until then, silence must still be noticed.
      await knex.destroy().finally(silent.stop);
    },
  };
}

function createPool(
  { url, poolMax, applicationName, log }: ConnectOptions,
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
      ...limits,
    } as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolMax, afterCreate: silent.watch },
    acquireConnectionTimeout: 4_000,
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

/** `json` stays the text that was stored, `date` stays a day, and bigint counts fit a number. */
const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === types.builtins.JSON || oid === types.builtins.DATE) return (text: string) => text;
    if (oid === types.builtins.INT8) return Number;
    return format === 'binary'
      ? types.getTypeParser(oid, 'binary')
      : types.getTypeParser(oid, 'text');
  },
};
