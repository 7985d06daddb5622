import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBResultReader } from '@duckdb/node-api';
import { quoteLiteral } from '../domain/dialects/quote.ts';
import { readRule } from './duckdb-rule.ts';
import { mostScratchBytes } from './scratch-folder.ts';
import type { SourceRow } from './connector.ts';
import { isTimeoutError, messageOf, timeoutError } from './source-error.ts';
import { checkStatement } from './statement.ts';

/** An in-memory DuckDB; see `openDuckdb`. */
export type DuckdbSession = {
  /**
   * From now on only these files can be opened, and no setting can be changed; to be called once. A file is named in
   * messages by what `shown` has for its path, else by its name alone.
   */
  restrictTo: (files: readonly string[], shown?: ReadonlyMap<string, string>) => Promise<void>;
  query: (sql: string) => Promise<SourceRow[]>;
  /** As `Source.queryRule` says. */
  queryRule: (sql: string, mostRows: number) => Promise<SourceRow[]>;
  close: () => Promise<void>;
};

export type DuckdbOptions = {
  statementTimeoutMs: number;
  signal: AbortSignal;
  /** Where tables and intermediate results that are larger than the memory go; without it they are an error. */
  spillFolder?: string | undefined;
};

/** Bounded, and without a network to load extensions from. */
const settings = {
  memory_limit: '512MB',
  threads: '2',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  preserve_insertion_order: 'false',
};

function plainRow(row: Record<string, unknown>): SourceRow {
  const entries = Object.entries(row).map(([name, value]) => {
    const isSmall = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
    return [name, isSmall ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Messages name files by their real paths, which nobody who reads a result needs to know. */
function withoutFolders(error: unknown, shown: ReadonlyMap<string, string>): Error {
  let message = messageOf(error);
  for (const [file, name] of shown) message = message.replaceAll(file, () => name);
  return new Error(message, { cause: error });
}

type Work = (connection: DuckDBConnection) => Promise<DuckDBResultReader>;

/** DuckDB has no statement timeout of its own, so a timer interrupts; so does the signal. */
async function runGuarded(
  connection: DuckDBConnection,
  work: Work,
  { statementTimeoutMs, signal }: DuckdbOptions,
): Promise<DuckDBResultReader> {
  signal.throwIfAborted();
  let isLate = false;
  const interrupt = (): void => connection.interrupt();
  const timer = setTimeout(() => {
    isLate = true;
    interrupt();
  }, statementTimeoutMs);
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const reader = await work(connection);
    signal.throwIfAborted();
    return reader;
  } catch (error) {
    signal.throwIfAborted();
    throw isLate ? timeoutError(`the statement took longer than ${statementTimeoutMs} ms`) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', interrupt);
  }
}

const readAll =
  (sql: string): Work =>
  (connection) =>
    connection.runAndReadAll(sql);

/** A connection of its own, so that nothing that a rule prepares or begins is met by others; nothing is committed. */
async function runRule(
  instance: DuckDBInstance,
  work: Work,
  options: DuckdbOptions,
): Promise<DuckDBResultReader> {
  const connection = await instance.connect();
  try {
    await connection.run('begin transaction read only');
    return await runGuarded(connection, work, options);
  } finally {
    connection.closeSync();
  }
}

/** One at a time, in the order of the calls: an interruption must meet its own statement. */
function createQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * A DuckDB of its own in memory (512 MB, two threads); with a folder to spill to, tables may be larger. Statements run
 * one after the other, each on both threads. Those that outlast `statementTimeoutMs` or the signal are interrupted.
 */
export async function openDuckdb(options: DuckdbOptions): Promise<DuckdbSession> {
  const temporary = { temp_directory: options.spillFolder ?? '' };
  const instance = await DuckDBInstance.create(':memory:', { ...settings, ...temporary });
  try {
    return await openSession(instance, options);
  } catch (error) {
    // It closes its connections, too.
    instance.closeSync();
    throw error;
  }
}

async function openSession(
  instance: DuckDBInstance,
  options: DuckdbOptions,
): Promise<DuckdbSession> {
  const { spillFolder = '', signal } = options;
  const connection = await instance.connect();
  const inTurn = createQueue();
  let names: ReadonlyMap<string, string> = new Map();
  const hide = (error: unknown): never => {
    signal.throwIfAborted();
    throw isTimeoutError(error) ? error : withoutFolders(error, names);
  };
  const query = async (sql: string): Promise<SourceRow[]> => {
    checkStatement(sql);
    const reader = await inTurn(() => runGuarded(connection, readAll(sql), options)).catch(hide);
    return reader.getRowObjectsJS().map(plainRow);
  };
  if (spillFolder !== '') await query(`set max_temp_directory_size = '${mostScratchBytes}B'`);
  return {
    async restrictTo(files, shown = new Map()) {
      names = new Map(files.map((file) => [file, shown.get(file) ?? path.basename(file)]));
      await query("set timezone = 'UTC'");
      await query(`set allowed_paths = [${files.map(quoteLiteral).join(', ')}]`);
      await query('set enable_external_access = false');
      await query('set lock_configuration = true');
    },
    query,
    async queryRule(sql, mostRows) {
      checkStatement(sql);
      const work = readRule(sql, mostRows);
      const reader = await inTurn(() => runRule(instance, work, options)).catch(hide);
      return reader.getRowObjectsJS().slice(0, mostRows).map(plainRow);
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
