import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { isUnavailable } from '../../../db/postgres-errors.ts';
import { transact } from '../../../db/transact.ts';
import { openTcpProxy } from '../../support/chaos/tcp-proxy.ts';
import type { TcpProxy } from '../../support/chaos/tcp-proxy.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let store: TestDatabase;
let wire: TcpProxy;
let database: Database;

beforeEach(async () => {
  store = await createTestDatabase();
  wire = await openTcpProxy(store.url);
  const url = wire.through(store.url);
  database = connectDatabase({ url, poolMax: 4, applicationName: 'victim', log: quietLog });
});
afterEach(async () => {
  await wire.close();
  await database.close();
  await store.drop();
});

const ask = () => database.knex.raw('select 1');
const attempt = (): Promise<'fine' | 'unavailable'> =>
  ask().then(
    () => 'fine' as const,
    (error: unknown) => {
      if (isUnavailable(error)) return 'unavailable';
      throw error;
    },
  );

// Slow: it waits for the deadline of a statement (12 s).
test('connections that are silently dead are replaced as soon as a statement timed out', async () => {
  // Four connections, all in the pool, one of them in the middle of a transaction.
  await Promise.all([1, 2, 3, 4].map(() => database.knex.raw('select pg_sleep(0.1)')));
  let isSilent = false;
  const broken = transact(database, async (tx) => {
    await tx.raw('select 1');
    wire.silence();
    isSilent = true;
    await tx.raw('select 1');
  });
  await until('the wire is silent', () => isSilent);
  const answers = [broken, ask(), ask(), ask()].map((answer) =>
    answer.then(
      () => 'fine',
      (error: unknown) => isUnavailable(error),
    ),
  );
  expect(await Promise.all(answers)).toEqual([true, true, true, true]);
  expect(await attempt()).toBe('fine');
  const after = await Promise.all(Array.from({ length: 8 }, attempt));
  expect(new Set(after)).toEqual(new Set(['fine']));
});

test('connections whose statement runs stay when the clock of the machine is set ahead', async () => {
  const running = database.knex.raw<{ rows: unknown[] }>('select 1 as one from pg_sleep(2.5)');
  const answer = running.then(({ rows }) => rows);
  await until('it runs', async () => {
    const { rows } = await store.database.knex.raw<{ rows: unknown[] }>(
      `select 1 from pg_stat_activity where application_name = 'victim' and state = 'active' and query like '%pg_sleep(2.5)%'`,
    );
    return rows.length === 1;
  });
  const anHourLater = Date.now() + 3_600_000;
  const stepped = jest.spyOn(Date, 'now').mockReturnValue(anHourLater);
  try {
    expect(await answer).toEqual([{ one: 1 }]);
  } finally {
    stepped.mockRestore();
  }
});

test('connections that were cut are replaced at once, and a server that is away is unavailable', async () => {
  await ask();
  await wire.cut();
  expect(await attempt()).toBe('unavailable');
  await wire.mend();
  expect(await until('it works', async () => (await attempt()) === 'fine')).toBe(true);
});

/** Connections that nobody uses; knex replaces those that it has marked. */
const idle = () =>
  (database.knex.client.pool.free as { resource: { __knex__disposed?: unknown } }[]).map(
    ({ resource }) => resource,
  );

test('all backends terminated: at most one error each, then fine', async () => {
  await Promise.all([1, 2, 3, 4].map(() => database.knex.raw('select pg_sleep(0.05)')));
  const running = [1, 2].map(() => database.knex.raw('select pg_sleep(5)'));
  const failed = Promise.all(running.map((one) => one.then(() => false, isUnavailable)));
  const victims = async (state: string) => {
    const { rows } = await store.database.knex.raw(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'victim' and state like ?`,
      [state],
    );
    return rows.length;
  };
  await until('two statements run', async () => (await victims('active')) === 2);
  await store.database.knex.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'victim'`,
  );
  expect(await failed).toEqual([true, true]);
  await until('all are gone', async () => (await victims('%')) === 0);
  await until('the pool has heard of it', () => idle().every((each) => each.__knex__disposed));
  expect(new Set(await Promise.all(Array.from({ length: 8 }, attempt)))).toEqual(new Set(['fine']));
});
