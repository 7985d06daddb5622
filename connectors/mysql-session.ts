import type { RowDataPacket } from 'mysql2/promise';
import { isObject } from '../lib/json.ts';
import type { SourceRow } from './connector.ts';
import type { MysqlConnection } from './mysql-connection.ts';
import { timeoutError } from './source-error.ts';
import { textIn } from './source-row.ts';
import { checkStatement } from './statement.ts';

type SessionOptions = {
  connection: MysqlConnection;
  /** Opens a second connection of the same kind, to end what the first one runs. */
  connect: (signal: AbortSignal) => Promise<MysqlConnection>;
  statementTimeoutMs: number;
  signal: AbortSignal;
};

/** A connection inside a read-only transaction; see `openMysqlSession`. */
export type MysqlSession = {
  /** What the server calls itself, e.g. `MariaDB 10.11.19`. */
  version: string;
  query: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
  close: () => Promise<void>;
};

const lockTimeoutSeconds = 3;

/** After a cancellation the server has this long to give up; then the socket is cut. */
const cancelGraceMs = 3_000;

/** How MySQL and MariaDB say that a statement took too long; the driver knows MariaDB's codes by other names. */
const statementTimeouts = [3024, 1969];
const lockTimeout = 1205;

/** Asks the server to stop what the connection runs; a server that does not listen loses the connection instead. */
async function cancel({ connection, connect }: SessionOptions): Promise<void> {
  const timer = setTimeout(connection.cut, cancelGraceMs);
  timer.unref();
  try {
    const other = await connect(AbortSignal.timeout(cancelGraceMs));
    try {
      await other.client.query(`kill query ${connection.client.threadId}`);
    } finally {
      await other.close();
    }
  } catch {
    connection.cut();
  }
}

const lockedError = (): Error =>
  timeoutError(`a table stayed locked for more than ${lockTimeoutSeconds} s`);

function failureOf(error: unknown, statementTimeoutMs: number): unknown {
  const number = isObject(error) ? Number(error['errno']) : 0;
  if (statementTimeouts.includes(number)) {
    return timeoutError(`the statement took longer than ${statementTimeoutMs} ms`);
  }
  if (number === lockTimeout) {
    return lockedError();
  }
  return error;
}

/** MariaDB leaves out of its lists what stays locked, e.g. the columns of a table that is being made, and only warns of that. */
async function checkWarnings({ client }: MysqlConnection): Promise<void> {
  const [warnings] = await client.query<RowDataPacket[]>('show warnings');
  if (warnings.some((warning) => warning['Code'] === lockTimeout)) throw lockedError();
}

/** Sets limits and the meaning of quotes, and begins the transaction; returns the version as people write it. */
async function begin({ client }: MysqlConnection, statementTimeoutMs: number): Promise<string> {
  const [[row = {}]] = await client.query<RowDataPacket[]>('select version() as version');
  const full = textIn(row, 'version');
  const isMariaDb = /mariadb/i.test(full);
  const timeoutMs = Math.max(1, Math.trunc(statementTimeoutMs));
  await client.query(
    isMariaDb
      ? `set session max_statement_time = ${timeoutMs / 1_000}`
      : `set session max_execution_time = ${timeoutMs}`,
  );
  await client.query(`set session sql_mode = '', lock_wait_timeout = ${lockTimeoutSeconds}`);
  await client.query('set session transaction isolation level repeatable read');
  await client.query('start transaction with consistent snapshot, read only');
  const [number = ''] = full.split('-');
  return `${isMariaDb ? 'MariaDB' : 'MySQL'} ${number}`;
}

/**
 * Statements run one at a time in one read-only transaction with time limits. When `signal` is aborted the running statement is
 * killed on the server and rejects with `signal.reason`, and so does every later one.
 */
export async function openMysqlSession(options: SessionOptions): Promise<MysqlSession> {
  const { connection, statementTimeoutMs, signal } = options;
  const version = await begin(connection, statementTimeoutMs);
  let running = false;
  const onAbort = (): unknown => running && cancel(options);
  signal.addEventListener('abort', onAbort);
  return {
    version,
    async query(sql, values = []) {
      signal.throwIfAborted();
      checkStatement(sql);
      running = true;
      try {
        const [rows] = await connection.client.query<RowDataPacket[]>(sql, values);
        // Some statements that are killed answer as if all were well.
        signal.throwIfAborted();
        await checkWarnings(connection);
        return rows;
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error, statementTimeoutMs);
      } finally {
        running = false;
      }
    },
    async close() {
      signal.removeEventListener('abort', onAbort);
      await connection.close();
    },
  };
}
