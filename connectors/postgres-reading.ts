import { sessionNumbersOf } from './postgres-connection.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { beginReading, goBack, newAccord } from './postgres-transaction.ts';
import type { PostgresAccord } from './postgres-transaction.ts';
import { codeOf, timeoutError } from './source-error.ts';

/** What a session is made of. */
export type SessionOptions = {
  connection: PostgresConnection;
  /** Opens a second connection of the same kind, to cancel what the first one runs. */
  connect: (signal: AbortSignal) => Promise<PostgresConnection>;
  statementTimeoutMs: number;
  signal: AbortSignal;
  /** Given where several sessions are to see the same moment; `schema` is where rules look up names. */
  shared?: { accord: PostgresAccord; schema: string };
};

/** The transaction of a session, which work runs in. */
export type PostgresReading = {
  /**
   * Runs work in the transaction, with its own place to look up names if that is given. A failure leaves the transaction as it was
   * before, where the server has savepoints, else the next work begins a new one.
   */
  guarded: <Answer>(work: () => Promise<Answer>, schema?: string) => Promise<Answer>;
  /** Ends the transaction; the next work begins a new one. */
  leave: () => Promise<void>;
  /** Asks the server to stop what runs. */
  cancel: () => Promise<void>;
  /** Ends the watch for `signal`. */
  stop: () => void;
};

const lockTimeoutMs = 5_000;

/** After a cancellation the server has this long to give up; then the socket is cut. */
const cancelGraceMs = 3_000;

const queryCanceled = '57014';
const lockNotAvailable = '55P03';

/** Says something about the connection to the server, through another one. */
async function sayOfIt({ connection, connect }: SessionOptions, statement: string): Promise<void> {
  const { processID } = sessionNumbersOf(connection.client);
  const other = await connect(AbortSignal.timeout(cancelGraceMs));
  try {
    await other.client.query(statement, [processID]);
  } finally {
    await other.close();
  }
}

/** Ends the connection; the server may go on for long without noticing, so it is told, too. */
async function cutOff(options: SessionOptions): Promise<void> {
  options.connection.cut();
  try {
    await sayOfIt(options, 'select pg_terminate_backend($1)');
  } catch {
    // Nobody is left to tell it.
  }
}

/** Asks the server to stop what the connection runs; a server that does not listen loses the connection instead. */
async function cancel(options: SessionOptions, runsStill: () => boolean): Promise<void> {
  const timer = setTimeout(() => runsStill() && void cutOff(options), cancelGraceMs);
  timer.unref();
  try {
    await sayOfIt(options, 'select pg_cancel_backend($1)');
  } catch {
    // Where the role or the server has no second session to give, what runs would go on without us.
    await options.connection.requestCancel();
    options.connection.cut();
  }
}

/** The error of a statement that took too long. */
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

/** A connection that cannot even roll back is of no use any more. */
async function rollBack({ client, cut }: PostgresConnection): Promise<void> {
  try {
    await client.query('rollback');
  } catch {
    cut();
  }
}

/** What the server holds against the moment of a transaction (a conflict with a standby's replay): only a later one helps. */
const isOfMoment = (error: unknown): boolean => (codeOf(error) ?? '').startsWith('40');

/** Undoes what failed; true when the transaction goes on. */
async function isUndone(connection: PostgresConnection, canGoBack: boolean): Promise<boolean> {
  try {
    if (canGoBack) await connection.client.query(goBack);
    return canGoBack;
  } catch {
    return false;
  }
}

/**
 * Read-only, repeatable-read transactions with time limits, one after the other. When `signal` is aborted the running statement is
 * cancelled on the server and rejects with `signal.reason`, and so does every later one.
 */
export function openPostgresReading(options: SessionOptions): PostgresReading {
  const { connection, statementTimeoutMs, signal, shared } = options;
  const accord = shared?.accord ?? newAccord();
  const terms = { statementTimeoutMs, lockTimeoutMs, accord, shares: shared !== undefined };
  let transaction: { canGoBack: boolean } | undefined;
  /** What runs, if anything does; each time another one. */
  let running: symbol | undefined;
  async function cancelRunning(): Promise<void> {
    const cancelled = running;
    if (cancelled !== undefined) await cancel(options, () => running === cancelled);
  }
  const onAbort = (): unknown => cancelRunning();
  signal.addEventListener('abort', onAbort);

  async function fail(error: unknown): Promise<never> {
    const canGoBack = transaction?.canGoBack === true && !isOfMoment(error);
    if (signal.aborted || !(await isUndone(connection, canGoBack))) {
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
