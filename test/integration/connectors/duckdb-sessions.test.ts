import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckdb } from '../../../connectors/duckdb/session.ts';
import type { DuckdbOptions, DuckdbSession } from '../../../connectors/duckdb/session.ts';
import { isTimeoutError } from '../../../connectors/source-error.ts';
import { listDuckdbProcesses, untilDuckdbIsBusy } from '../../support/duckdb-processes.ts';
import { until } from '../../support/until.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'duckdb-')));
const orders = path.join(folder, 'orders.csv');
const nested = path.join(folder, 'nested.json');

const brackets = 200_000;

beforeAll(() => {
  writeFileSync(orders, 'id,status\n1,placed\n2,shipped\n');
  writeFileSync(nested, `${'['.repeat(brackets)}${']'.repeat(brackets)}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sessions: DuckdbSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

/** A session that may read both files, with the orders as a table. */
async function openOrders(options: Partial<DuckdbOptions> = {}): Promise<DuckdbSession> {
  const signal = new AbortController().signal;
  const session = await openDuckdb({ statementTimeoutMs: 60_000, signal, ...options });
  sessions.push(session);
  await session.restrictTo([orders, nested]);
  await session.execute(`create table orders as select * from read_csv('${orders}')`);
  return session;
}

const pids = (): number[] => listDuckdbProcesses(process.pid).map(({ pid }) => pid);

const reasonOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error as Error,
  );

/** Query that succeeds in a healthy session. */
const countOrders = 'select count(*) as n from orders';

const crash = `select json_structure(repeat('[', 100000) || repeat(']', 100000))`;

/** Never looks up from its work, and takes hours. */
const deaf = `select levenshtein(repeat('a', 1000000), repeat('b', 1000000))`;

it('that crashes says so, and the next statement finds the data again', async () => {
  const session = await openOrders();
  expect((await reasonOf(session.queryRule(crash, 1))).message).toBe(
    'DuckDB crashed while running the query',
  );
  expect(await session.query(countOrders)).toEqual([{ n: 2 }]);
  expect(await session.queryRule(countOrders, 1)).toEqual([{ n: 2 }]);
});

it('names the file that crashes it, and still may open nothing else', async () => {
  const session = await openOrders();
  const reading = session.execute(`create table nested as select * from read_json('${nested}')`);
  expect((await reasonOf(reading)).message).toBe('DuckDB crashed while reading nested.json');
  expect(await session.query(countOrders)).toEqual([{ n: 2 }]);
  expect((await reasonOf(session.query(`select * from read_csv('/etc/passwd')`))).message).toMatch(
    /disabled|permission/i,
  );
  expect((await reasonOf(session.execute('set enable_external_access = true'))).message).toMatch(
    /locked/,
  );
});

it('that takes more memory than it may is ended', async () => {
  const session = await openOrders();
  const greedy = `select damerau_levenshtein(repeat('a', 30000), repeat('b', 30000))`;
  expect((await reasonOf(session.queryRule(greedy, 1))).message).toBe(
    'DuckDB was stopped while running the query: it used more than 1,024 MB of memory',
  );
  expect(await session.query(countOrders)).toEqual([{ n: 2 }]);
});

it('that does not hear of its timeout is ended, and leaves nothing busy', async () => {
  const session = await openOrders({ statementTimeoutMs: 500 });
  const before = pids();
  const error = await reasonOf(session.queryRule(deaf, 1));
  expect(isTimeoutError(error)).toBe(true);
  expect(await session.query(countOrders)).toEqual([{ n: 2 }]);
  expect(pids().filter((pid) => before.includes(pid))).toHaveLength(before.length - 1);
});

it('that is aborted ends at once', async () => {
  const abort = new AbortController();
  const session = await openOrders({ signal: abort.signal });
  const before = pids();
  const running = reasonOf(session.queryRule(deaf, 1));
  const busy = await untilDuckdbIsBusy(process.pid);
  const reason = new Error('cancelled');
  abort.abort(reason);
  expect(await running).toBe(reason);
  await until('it is gone', () => Promise.resolve(!pids().includes(busy.pid)));
  expect(before).toContain(busy.pid);
});

it('is not started again and again', async () => {
  const session = await openOrders();
  let message = '';
  let crashes = 0;
  do {
    ({ message } = await reasonOf(session.queryRule(crash, 1)));
    crashes += 1;
  } while (message.startsWith('DuckDB crashed') && crashes < 100);
  expect(message).toMatch(/not tried, because DuckDB had to be ended \d+ times before/);
  expect((await reasonOf(session.query(countOrders))).message).toBe(message);
});

it('does not try again to load what cannot be loaded again', async () => {
  const file = path.join(folder, 'passing.csv');
  writeFileSync(file, 'id\n1\n');
  const session = await openDuckdb({ statementTimeoutMs: 60_000, signal: new AbortController().signal }); // prettier-ignore
  sessions.push(session);
  await session.restrictTo([file]);
  await session.execute(`create table passing as select * from read_csv('${file}')`);
  rmSync(file);
  expect((await reasonOf(session.queryRule(crash, 1))).message).toMatch(/^DuckDB crashed/);
  const { message } = await reasonOf(session.query('select * from passing'));
  expect(message).toMatch(/^the data could not be loaded again: .*passing\.csv/);
  expect(message).not.toContain(folder);
  // Also when it could be by now: one process after the other might end by it.
  writeFileSync(file, 'id\n1\n');
  expect((await reasonOf(session.query('select 1'))).message).toBe(message);
});

it('that cannot be opened in time leaves no process behind', async () => {
  const spillFolder = path.join(folder, 'spill');
  const { signal } = new AbortController();
  /** Its first statement may be in time all the same. */
  const isRefused = (): Promise<boolean> =>
    openDuckdb({ statementTimeoutMs: 0, signal, spillFolder }).then(
      (session) => session.close().then(() => false),
      () => true,
    );
  let refused = 0;
  for (let tries = 0; tries < 500 && refused < 5; tries += 1) {
    if (await isRefused()) refused += 1;
  }
  expect(refused).toBe(5);
  expect(pids().length).toBeLessThanOrEqual(2);
});

it('gives no setting of this process to its own', async () => {
  process.env.SECRET_OF_TEST = 'canary';
  await openOrders();
  delete process.env.SECRET_OF_TEST;
  const environments = pids().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
  expect(environments.length).toBeGreaterThan(0);
  // Node.js adds only the variables of the IPC channel to its parent.
  for (const environment of environments) {
    expect(environment.replaceAll(/NODE_CHANNEL_\w+=\w+\0/g, '')).toBe('TZ=UTC\0');
  }
});

/** Only root, or the owner of a delegated group, may make groups; a container usually may not. */
function mayMakeGroups(): boolean {
  const [, group] = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  try {
    const made = path.join('/sys/fs/cgroup/memory', group ?? '/none', `test-${process.pid}`);
    mkdirSync(made);
    rmdirSync(made);
    return true;
  } catch {
    return false;
  }
}

describe('a process of DuckDB', () => {
  (mayMakeGroups() ? it : it.skip)('has a control group, which goes with it', async () => {
    const session = await openOrders();
    const groups = pids().map((pid) => {
      const [, name = ''] =
        /:memory:(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8')) ?? [];
      return path.join('/sys/fs/cgroup/memory', name);
    });
    const limitOf = (group: string): string => readFileSync(path.join(group, 'memory.limit_in_bytes'), 'utf8'); // prettier-ignore
    expect(new Set(groups.map(limitOf))).toEqual(new Set([`${1024 ** 3}\n`]));
    await reasonOf(session.queryRule(crash, 1));
    expect(groups.filter((group) => !existsSync(group))).toHaveLength(1);
  });

  const entry = path.resolve('connectors/duckdb/process.mjs');

  it('watches its memory itself, where the system has no groups', async () => {
    const child = fork(entry, [String(300 * 1024 ** 2)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] }); // prettier-ignore
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    child.send({ id: 1, command: 'open', settings: {} });
    await once(child, 'message');
    const sql = `select damerau_levenshtein(repeat('a', 30000), repeat('b', 30000))`;
    child.send({ id: 2, command: 'query', sql });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    expect(words).toBe('memory\n');
  });

  it('ends with its parent, however that ends and whatever it does', async () => {
    const script = `
      import { fork } from 'node:child_process';
      const child = fork(${JSON.stringify(entry)}, ['1e12'], { execArgv: [] });
      child.on('message', () => {
        child.send({ id: 2, command: 'query', sql: ${JSON.stringify(deaf)} });
        process.stdout.write(String(child.pid));
      });
      child.send({ id: 1, command: 'open', settings: {} });`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const isThere = (): boolean => {
      try {
        return process.kill(Number(pid), 0);
      } catch {
        return false;
      }
    };
    expect(isThere()).toBe(true);
    parent.kill('SIGKILL');
    await until('it is gone', () => Promise.resolve(!isThere()));
  });
});
