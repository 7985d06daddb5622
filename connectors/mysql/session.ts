import type { RowDataPacket } from 'mysql2/promise';
import type { SourceRow } from '../connector.ts';
import type { MysqlConnection } from './connection.ts';
import { runMysqlRule } from './rule.ts';
import type { Rule } from './rule.ts';
import { errorNumberOf, syntaxError, valueOf } from './values.ts';
import { watchRule } from '../server/rule-statement.ts';
import type { PooledSession } from '../server/session-pool.ts';
import { messageOf, timeoutError } from '../source-error.ts';
import { textIn } from '../source-row.ts';
import { checkStatement } from '../server/statement.ts';

type SessionOptions = {
  connection: MysqlConnection;
  /** Opens a second connection with the same parameters, to cancel statements of the first. */
  connect: (signal: AbortSignal) => Promise<MysqlConnection>;
  statementTimeoutMs: number;
  signal: AbortSignal;
};

/** A connection inside a read-only transaction; see `openMysqlSession`. */
export type MysqlSession = Omit<PooledSession, 'query'> & {
  /** Name and version of the server, e.g. `MariaDB 10.11.19`. */
  version: string;
  query: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
};

const lockTimeoutSeconds = 3;

/** After a cancellation the server has this long to end the statement; then the connection is closed. */
const cancelGraceMs = 3_000;

/** Error codes of statement timeouts in MySQL and MariaDB; the driver maps MariaDB's codes to other names. */
const statementTimeouts = [3024, 1969];
const lockTimeout = 1205;

/** Cancels the running statement; if the server ignores that, the connection is closed. */
async function cancel(
  { connection, connect }: SessionOptions,
  runsStill: () => boolean,
): Promise<void> {
  const timer = setTimeout(() => runsStill() && connection.cut(), cancelGraceMs);
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

const tooLong = (statementTimeoutMs: number): Error =>
  timeoutError(`the statement took longer than ${statementTimeoutMs} ms`);

function failureOf(error: unknown, statementTimeoutMs: number): unknown {
  const number = errorNumberOf(error);
  if (statementTimeouts.includes(number)) return tooLong(statementTimeoutMs);
  if (number === lockTimeout) {
    return lockedError();
  }
  return error;
}

const regexFailed = 1139;

/** More warnings would only repeat the same. */
const maxWarnings = 10_000;

/**
 * MariaDB omits locked objects from its catalog, e.g. the columns of a table that is being created, and treats a text as not
 * matching when a regular expression exceeds its limit; in both cases it only warns.
 */
async function checkWarnings({ client }: MysqlConnection): Promise<void> {
  const [warnings] = await client.query<RowDataPacket[]>('show warnings');
  if (warnings.some((warning) => warning['Code'] === lockTimeout)) throw lockedError();
  const failure = warnings.find((warning) => warning['Code'] === regexFailed);
  if (failure !== undefined) throw new Error(textIn(failure, 'Message'));
}

/** Sets timeouts, SQL mode and time zone, and begins the transaction; returns the server version for people. */
async function begin({ client }: MysqlConnection, statementTimeoutMs: number): Promise<string> {
  const [[row = {}]] = await client.query<RowDataPacket[]>('select version() as version');
  const full = textIn(row, 'version');
  const isMariaDb = /mariadb/i.test(full);
  const timeoutMs = Math.max(1, Math.trunc(statementTimeoutMs));
  const limit = isMariaDb
    ? `max_statement_time = ${timeoutMs / 1_000}`
    : `max_execution_time = ${timeoutMs}`;
  const settings = [
    limit,
    "sql_mode = ''",
    // Notes are irrelevant; warnings must be stored to be read.
    'sql_notes = 0',
    `max_error_count = ${maxWarnings}`,
    "time_zone = '+00:00'",
    `lock_wait_timeout = ${lockTimeoutSeconds}`,
    `innodb_lock_wait_timeout = ${lockTimeoutSeconds}`,
  ];
  await client.query('set names utf8mb4');
  await client.query(`set session ${settings.join(', session ')}`);
  await client.query('set session transaction isolation level repeatable read, read only');
  await client.query('start transaction with consistent snapshot, read only');
  const [number = ''] = full.split('-');
  return `${isMariaDb ? 'MariaDB' : 'MySQL'} ${number}`;
}

function ruleError(error: unknown): unknown {
  if (errorNumberOf(error) !== syntaxError) return error;
  return new Error(`a rule must be one SELECT statement: ${messageOf(error)}`);
}

/** Serializes the work of one session. */
type Runner = {
  /** Runs one or more statements in the transaction. */
  guarded: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  cancel: () => Promise<void>;
  /** Resets the session; the next work begins a new transaction. */
  reset: () => Promise<void>;
  stop: () => void;
};

function createRunner(options: SessionOptions): Runner {
  const { connection, statementTimeoutMs, signal } = options;
  let isBegun = true;
  /** The promise of the running work, if any. */
  let running: symbol | undefined;
  async function cancelRunning(): Promise<void> {
    const cancelled = running;
    if (cancelled !== undefined) await cancel(options, () => running === cancelled);
  }
  const onAbort = (): unknown => cancelRunning();
  signal.addEventListener('abort', onAbort);
  return {
    async guarded(work) {
      signal.throwIfAborted();
      running = Symbol('running');
      try {
        if (!isBegun) await begin(connection, statementTimeoutMs);
        isBegun = true;
        const answer = await work();
        // Some killed statements return a result instead of an error.
        signal.throwIfAborted();
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error, statementTimeoutMs);
      } finally {
        running = undefined;
      }
    },
    cancel: cancelRunning,
    async reset() {
      isBegun = false;
      if (connection.isOpen()) await connection.client.reset().catch(connection.cut);
    },
    stop: () => signal.removeEventListener('abort', onAbort),
  };
}

async function queryRule(
  options: SessionOptions,
  runner: Runner,
  rule: Rule,
): Promise<SourceRow[]> {
  const { connection, statementTimeoutMs, signal } = options;
  const { received, cut } = connection;
  const watch = { statementTimeoutMs, received, cancel: runner.cancel, cut };
  try {
    return await watchRule(
      watch,
      () => tooLong(statementTimeoutMs),
      () =>
        runner.guarded(async () => {
          const rows = await runMysqlRule(connection, rule);
          signal.throwIfAborted();
          await checkWarnings(connection);
          return rows;
        }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw ruleError(error);
  }
}

/**
 * Runs statements one at a time in one read-only transaction with timeouts. When `signal` aborts, the running statement is killed
 * on the server and rejects with `signal.reason`; so does every later one.
 */
export async function openMysqlSession(options: SessionOptions): Promise<MysqlSession> {
  const { connection, statementTimeoutMs } = options;
  const version = await begin(connection, statementTimeoutMs);
  const runner = createRunner(options);
  return {
    version,
    async query(sql, values = []) {
      checkStatement(sql);
      return runner.guarded(async () => {
        const statement = { sql, values, typeCast: valueOf };
        const [rows] = await connection.client.query<RowDataPacket[]>(statement);
        options.signal.throwIfAborted();
        await checkWarnings(connection);
        return rows;
      });
    },
    async queryRule(sql, maxRows) {
      checkStatement(sql);
      await runner.reset();
      try {
        return await queryRule(options, runner, { sql, maxRows });
      } finally {
        await runner.reset();
      }
    },
    isOpen: connection.isOpen,
    async close() {
      runner.stop();
      await connection.close();
    },
  };
}
