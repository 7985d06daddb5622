import { types as pgTypes } from 'pg';
import type { Client } from 'pg';
import type { SourceRow } from '../connector.ts';
import { openPostgresReading, tooLong } from './reading.ts';
import type { PostgresReading, SessionOptions } from './reading.ts';
import { limitedRule, rowInOrder, watchRule } from '../server/rule-statement.ts';
import type { PooledSession } from '../server/session-pool.ts';
import { codeOf, messageOf } from '../source-error.ts';
import { checkStatement } from '../server/statement.ts';

/** A connection inside a read-only transaction; see `openPostgresSession`. */
export type PostgresSession = Omit<PooledSession, 'query'> & {
  query: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
  /**
   * Runs a query in a savepoint that is rolled back, so that its locks are released. It waits for a lock for half a second only;
   * when it fails, with the server's own error, the transaction goes on.
   */
  queryApart: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
};

type Attempt = { rows: SourceRow[] } | { error: unknown };

const lockTimeoutApartMs = 500;

const int8 = 20;

function integerOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const asText = pgTypes.getTypeParser as (oid: number, format?: string) => unknown;

/** A date has no time and zone, but a JavaScript Date has. */
const date = 1082;

const types = {
  getTypeParser: (oid: number, format?: string): unknown => {
    if (oid === date) return String;
    return oid === int8 ? integerOf : asText(oid, format);
  },
};

async function run(client: Client, sql: string, values: unknown[]): Promise<SourceRow[]> {
  const config = { text: sql, values, types, queryMode: 'extended' };
  const { rows } = await client.query<SourceRow>(config);
  return rows;
}

/** The rows of a rule, each with its columns in order. */
async function runRule(client: Client, sql: string): Promise<SourceRow[]> {
  const config = {
    text: sql,
    values: [] as unknown[],
    types,
    queryMode: 'extended',
    rowMode: 'array',
  } as const;
  const { fields, rows } = await client.query<unknown[]>(config);
  const names = fields.map(({ name }) => name);
  return rows.map((cells) => rowInOrder(names, cells));
}

const syntaxError = '42601';

function ruleError(error: unknown): unknown {
  if (codeOf(error) !== syntaxError) return error;
  return new Error(`a rule must be one SELECT statement: ${messageOf(error)}`);
}

async function runApart(
  client: Client,
  signal: AbortSignal,
  statement: () => Promise<SourceRow[]>,
): Promise<Attempt> {
  await client.query(`savepoint apart; set local lock_timeout = ${lockTimeoutApartMs}`);
  signal.throwIfAborted();
  const outcome = await statement().then(
    (rows): Attempt => ({ rows }),
    (error: unknown): Attempt => ({ error }),
  );
  try {
    await client.query('rollback to savepoint apart; release savepoint apart');
  } catch (error) {
    // The failed statement already has the server's reason; this event only repeats that the connection ended.
    throw 'error' in outcome ? outcome.error : error;
  }
  return outcome;
}

type Parts = { reading: PostgresReading; options: SessionOptions };

async function queryRule({ reading, options }: Parts, sql: string): Promise<SourceRow[]> {
  const { connection, statementTimeoutMs, shared, signal } = options;
  const { received, cut } = connection;
  const watch = { statementTimeoutMs, received, cancel: reading.cancel, cut };
  try {
    return await watchRule(
      watch,
      () => tooLong(statementTimeoutMs),
      () => reading.guarded(() => runRule(connection.client, sql), shared?.schema),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw ruleError(error);
  }
}

/** A session that cannot be cleaned after a rule is closed. */
async function clean({ reading, options }: Parts): Promise<void> {
  const { client, isOpen, cut } = options.connection;
  await reading.leave();
  if (isOpen()) await client.query('discard all').catch(cut);
}

/**
 * Runs statements one at a time (extended protocol: exactly one each) in one read-only, repeatable-read transaction with
 * timeouts, which goes on after a failure if the server has savepoints; otherwise the next statement begins a new transaction.
 * When `signal` aborts, the running statement is cancelled on the server and rejects with `signal.reason`; so does every later
 * one.
 */
export function openPostgresSession(options: SessionOptions): PostgresSession {
  const { connection, signal } = options;
  const { client } = connection;
  const reading = openPostgresReading(options);
  const { guarded } = reading;
  return {
    async query(sql, values = []) {
      checkStatement(sql);
      return guarded(() => run(client, sql, values));
    },
    async queryApart(sql, values = []) {
      checkStatement(sql);
      const outcome = await guarded(() => runApart(client, signal, () => run(client, sql, values)));
      if ('error' in outcome) throw outcome.error;
      return outcome.rows;
    },
    async queryRule(sql, maxRows) {
      const text = limitedRule(sql, maxRows);
      await reading.leave();
      try {
        return await queryRule({ reading, options }, text);
      } finally {
        await clean({ reading, options });
      }
    },
    isOpen: connection.isOpen,
    async close() {
      reading.stop();
      await connection.close();
    },
  };
}
