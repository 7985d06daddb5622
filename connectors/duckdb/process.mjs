import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { watchProcess } from '../../lib/processes/start-limit-thread.mjs';

/**
 * Runs DuckDB in a process of its own, so that a crash ends only this process. It answers each message `{ id, command, … }` of
 * its parent with `{ id, value }` or `{ id, error }`; the parent sends one message at a time.
 */
const maxBytes = Number(process.argv[2]);

const endAtOnce = () => process.kill(process.pid, 'SIGKILL');

// process.exit would wait for native threads, which may never end.
process.on('disconnect', endAtOnce);
// Signals to the whole process group are handled by the parent, which may still need answers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

try {
  // When memory runs out, Linux kills this process before the worker.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems than Linux, or no permission.
}

watchProcess(maxBytes);

/**
 * Loaded at the start, so that the first session does not wait for it; by `require`, which takes half the time of `import`: that
 * searches each of the library's 90 CommonJS files for the names it exports.
 */
const library = new Promise((resolve) => {
  resolve(createRequire(import.meta.url)('@duckdb/node-api'));
});
library.catch(() => undefined);

let instance;
let main;
/** The connection of the running rule; other connections do not see what a rule prepares or begins. */
let rule;

const current = () => rule ?? main;

async function prepareOnly(sql) {
  const statements = await current().extractStatements(sql);
  if (statements.count !== 1) throw new Error('a rule must be one statement');
  return statements.prepare(0);
}

const commands = {
  async open({ settings }) {
    const { DuckDBInstance } = await library;
    instance = await DuckDBInstance.create(':memory:', settings);
    main = await instance.connect();
  },
  async query({ sql }) {
    return (await current().runAndReadAll(sql)).getRowObjectsJS();
  },
  async beginRule() {
    rule = await instance.connect();
    await rule.run('begin transaction read only');
  },
  async endRule() {
    rule?.closeSync();
    rule = undefined;
  },
  async count({ sql }) {
    return (await current().extractStatements(sql)).count;
  },
  async describe({ sql }) {
    const { DuckDBTypeId, StatementType } = await library;
    const statement = await prepareOnly(sql);
    const columns = Array.from({ length: statement.columnCount }, (_none, index) => ({
      name: statement.columnName(index),
      type: DuckDBTypeId[statement.columnTypeId(index)],
    }));
    return { type: StatementType[statement.statementType], columns };
  },
  async read({ sql, maxRows }) {
    const reader = await (await prepareOnly(sql)).streamAndReadUntil(maxRows);
    return reader.getRowObjectsJS().slice(0, maxRows);
  },
  /** Closes the session; returns the memory that the process still holds. */
  async close() {
    // An open connection would keep the memory of its instance.
    rule?.closeSync();
    main?.closeSync();
    instance?.closeSync();
    [instance, main, rule] = [];
    return process.memoryUsage.rss();
  },
};

async function answer({ id, command, ...given }) {
  try {
    const value = await commands[command](given);
    process.send({ id, value });
  } catch (error) {
    process.send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', (message) => {
  if (message.command === 'interrupt') current()?.interrupt();
  else void answer(message);
});
