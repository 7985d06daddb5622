import type { RowDataPacket } from 'mysql2/promise';
import type { SourceRow } from './connector.ts';
import type { MysqlConnection } from './mysql-connection.ts';
import { runMysqlRule } from './mysql-rule.ts';
import type { Rule } from './mysql-rule.ts';
import { errorNumberOf, syntaxError, valueOf } from './mysql-values.ts';
import { watchRule } from './rule-statement.ts';
import type { LaneSession } from './session-lanes.ts';
import { messageOf, timeoutError } from './source-error.ts';
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
export type MysqlSession = Omit<LaneSession, 'query'> & {
  /** What the server calls itself, e.g. `MariaDB 10.11.19`. */
  version: string;
  query: (sql: string, values?: unknown[]) => Promise<SourceRow[]>;
};

const lockTimeoutSeconds = 3;

/** After a cancellation the server has this long to give up; then the socket is cut. */
const cancelGraceMs = 3_000;

/** How MySQL and MariaDB say that a statement took too long; the driver knows MariaDB's codes by other names. */
const statementTimeouts = [3024, 1969];
const lockTimeout = 1205;

/** Asks the server to stop what the connection runs; a server that does not listen loses the connection instead. */
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

/** More would only say the same. */
const mostWarnings = 10_000;

/**
 * MariaDB leaves out of its lists what stays locked, e.g. the columns of a table that is being made, and takes a text for which a
 * regular expression is too much work for one that does not match; it only warns of that.
 */
async function checkWarnings({ client }: MysqlConnection): Promise<void> {
  const [warnings] = await client.query<RowDataPacket[]>('show warnings');
  if (warnings.some((warning) => warning['Code'] === lockTimeout)) throw lockedError();
  const failure = warnings.find((warning) => warning['Code'] === regexFailed);
  if (failure !== undefined) throw new Error(textIn(failure, 'Message'));
}

/** Sets limits and the meaning of quotes and times, and begins the transaction; returns the version as people write it. */
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
    // Notes are of no interest, and warnings are only there when they are kept.
    'sql_notes = 0',
    `max_error_count = ${mostWarnings}`,
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
  return new Error(`a rule has to be one SELECT statement: ${messageOf(error)}`);
}

/** What one session does one after the other. */
type Runner = {
  /** Runs a statement in the transaction, or work of several. */
  guarded: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  cancel: () => Promise<void>;
  /** Gives up everything that was set; the next work begins anew. */
  reset: () => Promise<void>;
  stop: () => void;
};

function createRunner(options: SessionOptions): Runner {
  const { connection, statementTimeoutMs, signal } = options;
  let isBegun = true;
  /** What runs, if anything does; each time another one. */
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
        // Some statements that are killed answer as if all were well.
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
 * Statements run one at a time in one read-only transaction with time limits. When `signal` is aborted the running statement is
 * killed on the server and rejects with `signal.reason`, and so does every later one.
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
    async queryRule(sql, mostRows) {
      checkStatement(sql);
      await runner.reset();
      try {
        return await queryRule(options, runner, { sql, mostRows });
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
