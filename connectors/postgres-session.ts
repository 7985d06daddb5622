import { types as pgTypes } from 'pg';
import type { Client } from 'pg';
import type { SourceRow } from './connector.ts';
import { sessionNumbersOf } from './postgres-connection.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { codeOf, timeoutError } from './source-error.ts';
import { checkStatement } from './statement.ts';

type SessionOptions = {
  connection: PostgresConnection;
  /** Opens a second connection of the same kind, to cancel what the first one runs. */
  connect: (signal: AbortSignal) => Promise<PostgresConnection>;
  statementTimeoutMs: number;
  signal: AbortSignal;
};

/** A connection inside a read-only transaction; see `openPostgresSession`. */
export type PostgresSession = {
  query: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
  /**
   * The same in a savepoint that is rolled back: what the statement locks is free afterwards, it waits for a lock only half a
   * second, and when it fails, with the server's own error, the transaction goes on.
   */
  queryApart: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
  close: () => Promise<void>;
};

type Attempt = { rows: SourceRow[] } | { error: unknown };

const lockTimeoutMs = 5_000;
const lockTimeoutApartMs = 500;

/** After a cancellation the server has this long to give up; then the socket is cut. */
const cancelGraceMs = 3_000;

const queryCanceled = '57014';
const lockNotAvailable = '55P03';

const int8 = 20;

function integerOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const asText = pgTypes.getTypeParser as (oid: number, format?: string) => unknown;

const types = {
  getTypeParser: (oid: number, format?: string): unknown =>
    oid === int8 ? integerOf : asText(oid, format),
};

function beginQuery(statementTimeoutMs: number): string {
  const timeoutMs = Math.max(1, Math.trunc(statementTimeoutMs));
  return (
    'begin transaction isolation level repeatable read read only; ' +
    `set local statement_timeout = ${timeoutMs}; set local lock_timeout = ${lockTimeoutMs}; ` +
    "set local standard_conforming_strings = on; set local datestyle = 'ISO, YMD'"
  );
}

/** Asks the server to stop what the connection runs; a server that does not listen loses the connection instead. */
async function cancel({ connection, connect }: SessionOptions): Promise<void> {
  const timer = setTimeout(connection.cut, cancelGraceMs);
  timer.unref();
  try {
    const other = await connect(AbortSignal.timeout(cancelGraceMs));
    try {
      const { processID } = sessionNumbersOf(connection.client);
      await other.client.query('select pg_cancel_backend($1)', [processID]);
    } finally {
      await other.close();
    }
  } catch {
    // Where the role or the server has no second session to give, what runs would go on without us.
    await connection.requestCancel();
    connection.cut();
  }
}

function timeoutOf(error: unknown, statementTimeoutMs: number): Error | undefined {
  const code = codeOf(error);
  if (code === queryCanceled) {
    return timeoutError(`the statement took longer than ${statementTimeoutMs} ms`);
  }
  if (code === lockNotAvailable) {
    return timeoutError(`the table stayed locked for more than ${lockTimeoutMs} ms`);
  }
  return undefined;
}

/** The driver's own errors, without a code of the server, hide why the connection ended. */
function reasonOf(error: unknown, { brokenBy }: PostgresConnection): unknown {
  return (codeOf(error) === undefined && brokenBy()) || error;
}

/** A connection that cannot even roll back is gone; the next statement will say so. */
async function rollBack(client: Client): Promise<void> {
  try {
    await client.query('rollback');
  } catch {
    return;
  }
}

async function run(client: Client, sql: string, values: unknown[]): Promise<SourceRow[]> {
  const config = { text: sql, values, types, queryMode: 'extended' };
  const { rows } = await client.query<SourceRow>(config);
  return rows;
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
    // The statement has heard from the server why its connection ended; this only hears that it did.
    throw 'error' in outcome ? outcome.error : error;
  }
  return outcome;
}

/**
 * Statements run one at a time (extended protocol: exactly one each) in one read-only, repeatable-read transaction
 * with time limits; after a failure the next one starts a new transaction. When `signal` is aborted the running
 * statement is cancelled on the server and rejects with `signal.reason`, and so does every later one.
 */
export function openPostgresSession(options: SessionOptions): PostgresSession {
  const { connection, statementTimeoutMs, signal } = options;
  const { client } = connection;
  let inTransaction = false;
  let running = false;
  const onAbort = (): unknown => running && cancel(options);
  signal.addEventListener('abort', onAbort);

  async function begin(): Promise<void> {
    if (inTransaction) return;
    await client.query(beginQuery(statementTimeoutMs));
    inTransaction = true;
    signal.throwIfAborted();
  }

  async function fail(error: unknown): Promise<never> {
    inTransaction = false;
    signal.throwIfAborted();
    await rollBack(client);
    throw timeoutOf(error, statementTimeoutMs) ?? reasonOf(error, connection);
  }

  /** Whatever `work` rejects with ends the transaction. */
  async function guarded<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    signal.throwIfAborted();
    running = true;
    try {
      await begin();
      const answer = await work();
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      return await fail(error);
    } finally {
      running = false;
    }
  }

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
    async close() {
      signal.removeEventListener('abort', onAbort);
      await connection.close();
    },
  };
}
