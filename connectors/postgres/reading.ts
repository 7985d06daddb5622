import { sessionNumbersOf } from './connection.ts';
import type { PostgresConnection } from './connection.ts';
import { beginReading, rollBackStatement, newServerState } from './transaction.ts';
import type { PostgresServerState } from './transaction.ts';
import { codeOf, timeoutError } from '../source-error.ts';

/** Options of a session. */
export type SessionOptions = {
  connection: PostgresConnection;
  /** Opens a second connection with the same parameters, to cancel statements of the first. */
  connect: (signal: AbortSignal) => Promise<PostgresConnection>;
  statementTimeoutMs: number;
  signal: AbortSignal;
  /** Set for sessions that read the same snapshot; `schema` is the search path of rules. */
  shared?: { serverState: PostgresServerState; schema: string };
};

/** The transaction in which the statements of a session run. */
export type PostgresReading = {
  /**
   * Runs work in the transaction, optionally with another search path. A failure is rolled back to a savepoint; without
   * savepoints the next work begins a new transaction.
   */
  guarded: <Answer>(work: () => Promise<Answer>, schema?: string) => Promise<Answer>;
  /** Ends the transaction; the next work begins a new one. */
  leave: () => Promise<void>;
  /** Cancels the running statement on the server. */
  cancel: () => Promise<void>;
  /** Stops listening to `signal`. */
  stop: () => void;
};

const lockTimeoutMs = 5_000;

/** After a cancellation the server has this long to end the statement; then the connection is closed. */
const cancelGraceMs = 3_000;

const queryCanceled = '57014';
const lockNotAvailable = '55P03';

/** Runs a statement about this connection on a second one. */
async function querySecondConnection(
  { connection, connect }: SessionOptions,
  statement: string,
): Promise<void> {
  const { processID } = sessionNumbersOf(connection.client);
  const other = await connect(AbortSignal.timeout(cancelGraceMs));
  try {
    await other.client.query(statement, [processID]);
  } finally {
    await other.close();
  }
}

/** Closes the connection and terminates its session, because the server may not notice the close for long. */
async function cutOff(options: SessionOptions): Promise<void> {
  options.connection.cut();
  try {
    await querySecondConnection(options, 'select pg_terminate_backend($1)');
  } catch {
    // The server cannot be reached any more.
  }
}

/** Cancels the running statement; if the server ignores that, the connection is closed. */
async function cancel(options: SessionOptions, runsStill: () => boolean): Promise<void> {
  const timer = setTimeout(() => runsStill() && void cutOff(options), cancelGraceMs);
  timer.unref();
  try {
    await querySecondConnection(options, 'select pg_cancel_backend($1)');
  } catch {
    // Without a second session, cancel over the wire: otherwise the statement would go on.
    await options.connection.requestCancel();
    options.connection.cut();
  }
}

/** The error of a statement after its timeout. */
export const tooLong = (statementTimeoutMs: number): Error =>
  timeoutError(`the statement took longer than ${statementTimeoutMs} ms`);

function timeoutOf(error: unknown, statementTimeoutMs: number): Error | undefined {
  const code = codeOf(error);
  if (code === queryCanceled) return tooLong(statementTimeoutMs);
  if (code === lockNotAvailable) {
    return timeoutError(`the table stayed locked for more than ${lockTimeoutMs} ms`);
  }
  return undefined;
}

/** The driver's own errors, without a code of the server, hide why the connection ended. */
function reasonOf(error: unknown, { brokenBy }: PostgresConnection): unknown {
  return (codeOf(error) === undefined && brokenBy()) || error;
}

/** A connection that cannot roll back is closed. */
async function rollBack({ client, cut }: PostgresConnection): Promise<void> {
  try {
    await client.query('rollback');
  } catch {
    cut();
  }
}

/** Errors that only a later snapshot avoids (a conflict with the replay of a standby server). */
const isSnapshotConflict = (error: unknown): boolean => (codeOf(error) ?? '').startsWith('40');

/** Rolls back the failed statement; returns whether the transaction goes on. */
async function isUndone(connection: PostgresConnection, canRollBack: boolean): Promise<boolean> {
  try {
    if (canRollBack) await connection.client.query(rollBackStatement);
    return canRollBack;
  } catch {
    return false;
  }
}

/**
 * Read-only, repeatable-read transactions with timeouts, one after the other. When `signal` aborts, the running statement is
 * cancelled on the server and rejects with `signal.reason`; so does every later one.
 */
export function openPostgresReading(options: SessionOptions): PostgresReading {
  const { connection, statementTimeoutMs, signal, shared } = options;
  const serverState = shared?.serverState ?? newServerState();
  const terms = { statementTimeoutMs, lockTimeoutMs, serverState, shares: shared !== undefined };
  let transaction: { canRollBack: boolean } | undefined;
  /** The promise of the running statement, if any. */
  let running: symbol | undefined;
  async function cancelRunning(): Promise<void> {
    const cancelled = running;
    if (cancelled !== undefined) await cancel(options, () => running === cancelled);
  }
  const onAbort = (): unknown => cancelRunning();
  signal.addEventListener('abort', onAbort);

  async function fail(error: unknown): Promise<never> {
    const canRollBack = transaction?.canRollBack === true && !isSnapshotConflict(error);
    if (signal.aborted || !(await isUndone(connection, canRollBack))) {
      transaction = undefined;
      signal.throwIfAborted();
      await rollBack(connection);
    }
    throw timeoutOf(error, statementTimeoutMs) ?? reasonOf(error, connection);
  }

  return {
    async guarded(work, schema) {
      signal.throwIfAborted();
      running = Symbol('running');
      try {
        transaction ??= await beginReading(connection.client, { ...terms, schema });
        signal.throwIfAborted();
        const answer = await work();
        signal.throwIfAborted();
        return answer;
      } catch (error) {
        return await fail(error);
      } finally {
        running = undefined;
      }
    },
    async leave() {
      if (transaction !== undefined) await rollBack(connection);
      transaction = undefined;
    },
    cancel: cancelRunning,
    stop: () => signal.removeEventListener('abort', onAbort),
  };
}
