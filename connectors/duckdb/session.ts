import { rm } from 'node:fs/promises';
import path from 'node:path';
import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import type { SourceRow } from '../connector.ts';
import { DuckdbEnded } from './child.ts';
import type { DuckdbChild } from './child.ts';
import { describeEnd } from './end.ts';
import { runGuarded } from './guard.ts';
import { giveBackDuckdbChild, takeDuckdbChild } from './pool.ts';
import { readRule } from './rule.ts';
import { maxScratchBytes } from './scratch-folder.ts';
import { isTimeoutError, messageOf } from '../source-error.ts';
import { checkStatement } from '../server/statement.ts';

/** An in-memory DuckDB; see `openDuckdb`. */
export type DuckdbSession = {
  /**
   * Closes DuckDB to all other files and locks its settings; to be called once. `shown` maps paths to the names in messages;
   * other files appear with their base name.
   */
  restrictTo: (files: readonly string[], shown?: ReadonlyMap<string, string>) => Promise<void>;
  /** Runs a statement that creates or sets something; it is repeated when DuckDB is restarted. */
  execute: (sql: string) => Promise<void>;
  /** Runs a statement that reads. */
  query: (sql: string) => Promise<SourceRow[]>;
  /** See `Source.queryRule`. */
  queryRule: (sql: string, maxRows: number) => Promise<SourceRow[]>;
  close: () => Promise<void>;
};

export type DuckdbOptions = {
  statementTimeoutMs: number;
  signal: AbortSignal;
  /**
   * Folder for tables and intermediate results that are larger than memory, which otherwise are an error. DuckDB creates the
   * folder; the session removes it.
   */
  spillFolder?: string | undefined;
  /** Keeps the order of rows by writing with one thread. */
  keepsOrder?: boolean;
};

/** Limits memory and threads, and disables downloads of extensions. */
const settings = {
  memory_limit: '512MB',
  threads: '2',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  preserve_insertion_order: 'false',
};

/** A session whose process keeps ending fails, because every restart loads everything again. */
const maxRestarts = 20;

const openMs = 60_000;

function plainRow(row: SourceRow): SourceRow {
  const entries = Object.entries(row).map(([name, value]) => {
    const isSmall = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
    return [name, isSmall ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Removes real paths from messages, because they are irrelevant to readers of results. */
function withoutFolders(error: unknown, shown: ReadonlyMap<string, string>): Error {
  let message = messageOf(error);
  for (const [file, name] of shown) message = message.replaceAll(file, () => name);
  return new Error(message, { cause: error });
}

/** Runs one call at a time in order, so that an interrupt hits its own statement. */
function createQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

async function openIn(child: DuckdbChild, options: DuckdbOptions): Promise<DuckdbChild> {
  const { spillFolder = '', keepsOrder = false, signal } = options;
  const ordered = keepsOrder ? { threads: '1', preserve_insertion_order: 'true' } : {};
  const all = { ...settings, ...ordered, temp_directory: spillFolder };
  const open = (): Promise<unknown> => child.ask({ command: 'open', settings: all });
  try {
    await runGuarded(child, open, { statementTimeoutMs: openMs, signal });
    return child;
  } catch (error) {
    await child.kill();
    throw error;
  }
}

/** Starts an empty DuckDB. If a pooled process has just ended, it tries a fresh one. */
async function openChild(options: DuckdbOptions): Promise<DuckdbChild> {
  const { child, isFresh } = takeDuckdbChild();
  try {
    return await openIn(child, options);
  } catch (error) {
    if (isFresh || !(error instanceof DuckdbEnded)) throw error;
    return openChild(options);
  }
}

/** A DuckDB that is restarted, with everything that was created in it, when its process has ended. */
type Engine = {
  /** Runs one piece of work at a time; rejects with `DuckdbEnded` when the process ends meanwhile. */
  run: <Value>(work: (child: DuckdbChild) => Promise<Value>) => Promise<Value>;
  /** Runs a statement that is repeated after each restart. */
  make: (sql: string) => Promise<void>;
  close: () => Promise<void>;
};

function createEngine(first: DuckdbChild, options: DuckdbOptions): Engine {
  const inTurn = createQueue();
  const made: string[] = [];
  let [child, restarts, isBusy] = [first, 0, false];
  let failure: Error | undefined;
  const execute = (on: DuckdbChild, sql: string): Promise<unknown> =>
    runGuarded(on, () => on.ask({ command: 'query', sql }), options);
  const restart = async (): Promise<void> => {
    restarts += 1;
    if (restarts > maxRestarts) {
      throw new Error(`not tried, because DuckDB had to be ended ${maxRestarts} times before`);
    }
    // The new process cannot use the spill files of the old one.
    const { spillFolder = '' } = options;
    if (spillFolder !== '') await rm(spillFolder, { recursive: true, force: true });
    child = await openChild(options);
    for (const sql of made) await execute(child, sql);
  };
  const ready = async (): Promise<DuckdbChild> => {
    options.signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    if (!child.hasEnded()) return child;
    try {
      await restart();
      return child;
    } catch (error) {
      options.signal.throwIfAborted();
      // No further attempt, because a failing reload would end one process after the other.
      failure = new Error(`the data could not be loaded again: ${messageOf(error)}`);
      throw failure;
    }
  };
  const run: Engine['run'] = (work) =>
    inTurn(async () => {
      const on = await ready();
      isBusy = true;
      try {
        return await runGuarded(on, () => work(on), options);
      } finally {
        isBusy = false;
      }
    });
  return {
    run,
    make: (sql) =>
      run(async (on) => {
        await on.ask({ command: 'query', sql });
        made.push(sql);
      }),
    close: () => (isBusy || options.signal.aborted ? child.kill() : giveBackDuckdbChild(child)),
  };
}

/**
 * Opens an in-memory DuckDB (512 MB, two threads) in a separate process (see child.ts); with a folder for spill
 * files, tables may be larger than memory. Statements run one after the other, each on both threads. A
 * statement that exceeds `statementTimeoutMs` is interrupted, or else ended with its process; the signal ends
 * the process. Later statements run in a new process in which the statements of `execute` were repeated.
 */
export async function openDuckdb(options: DuckdbOptions): Promise<DuckdbSession> {
  options.signal.throwIfAborted();
  const engine = createEngine(await openChild(options), options);
  let names: ReadonlyMap<string, string> = new Map();
  const explain =
    (sql: string) =>
    (error: unknown): never => {
      options.signal.throwIfAborted();
      if (error instanceof DuckdbEnded) throw describeEnd(error, sql, names);
      throw isTimeoutError(error) ? error : withoutFolders(error, names);
    };
  const execute = async (sql: string): Promise<void> => {
    checkStatement(sql);
    await engine.make(sql).catch(explain(sql));
  };
  const read = async (sql: string, work: (child: DuckdbChild) => Promise<unknown>) => {
    checkStatement(sql);
    const rows = (await engine.run(work).catch(explain(sql))) as SourceRow[];
    return rows.map(plainRow);
  };
  if (options.spillFolder !== undefined) {
    // The caller cannot close a session that it does not get.
    await execute(`set max_temp_directory_size = '${maxScratchBytes}B'`).catch(
      async (error: unknown) => {
        await engine.close();
        throw error;
      },
    );
  }
  return {
    async restrictTo(files, shown = new Map()) {
      names = new Map(files.map((file) => [file, shown.get(file) ?? path.basename(file)]));
      await execute("set timezone = 'UTC'");
      await execute(`set allowed_paths = [${files.map(quoteLiteral).join(', ')}]`);
      await execute('set enable_external_access = false');
      await execute('set lock_configuration = true');
    },
    execute,
    query: (sql) => read(sql, (child) => child.ask({ command: 'query', sql })),
    queryRule: (sql, maxRows) => read(sql, readRule(sql, maxRows)),
    close: engine.close,
  };
}
