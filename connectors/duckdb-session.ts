import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral } from '../domain/dialects/quote.ts';
import type { SourceRow } from './connector.ts';
import { isTimeoutError, messageOf, timeoutError } from './source-error.ts';
import { checkStatement } from './statement.ts';

/** An in-memory DuckDB; see `openDuckdb`. */
export type DuckdbSession = {
  /** From now on only these files can be opened, and no setting can be changed; to be called once. */
  restrictTo: (files: readonly string[]) => Promise<void>;
  query: (sql: string) => Promise<SourceRow[]>;
  close: () => Promise<void>;
};

/** Bounded, without a disk to spill to and without a network to load extensions from. */
const settings = {
  memory_limit: '512MB',
  threads: '2',
  temp_directory: '',
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
function withoutFolders(error: unknown, files: readonly string[]): Error {
  const message = files.reduce(
    (text, file) => text.replaceAll(file, path.basename(file)),
    messageOf(error),
  );
  return new Error(message, { cause: error });
}

/** DuckDB has no statement timeout of its own, so a timer interrupts; so does the signal. */
async function runGuarded(
  connection: DuckDBConnection,
  sql: string,
  { statementTimeoutMs, signal }: { statementTimeoutMs: number; signal: AbortSignal },
): Promise<SourceRow[]> {
  signal.throwIfAborted();
  checkStatement(sql);
  let isLate = false;
  const interrupt = (): void => connection.interrupt();
  const timer = setTimeout(() => {
    isLate = true;
    interrupt();
  }, statementTimeoutMs);
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const reader = await connection.runAndReadAll(sql);
    signal.throwIfAborted();
    return reader.getRowObjectsJS().map(plainRow);
  } catch (error) {
    signal.throwIfAborted();
    throw isLate ? timeoutError(`the statement took longer than ${statementTimeoutMs} ms`) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', interrupt);
  }
}

/**
 * A DuckDB of its own in memory (512 MB, two threads). Statements that outlast `statementTimeoutMs` or the signal are
 * interrupted.
 */
export async function openDuckdb(options: {
  statementTimeoutMs: number;
  signal: AbortSignal;
}): Promise<DuckdbSession> {
  const instance = await DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  let allowed: readonly string[] = [];
  async function query(sql: string): Promise<SourceRow[]> {
    try {
      return await runGuarded(connection, sql, options);
    } catch (error) {
      options.signal.throwIfAborted();
      throw isTimeoutError(error) ? error : withoutFolders(error, allowed);
    }
  }
  return {
    async restrictTo(files) {
      allowed = files;
      await query("set timezone = 'UTC'");
      await query(`set allowed_paths = [${files.map(quoteLiteral).join(', ')}]`);
      await query('set enable_external_access = false');
      await query('set lock_configuration = true');
    },
    query,
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
