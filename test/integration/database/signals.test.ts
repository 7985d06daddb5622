import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { signalAfterCommit, transact } from '../../../db/transact.ts';
import { pause } from '../../../lib/clock.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let store: TestDatabase;
let listener: Database;
let heard: number[];

beforeEach(async () => {
  store = await createTestDatabase();
  listener = connectDatabase({
    url: store.url,
    poolMax: 1,
    applicationName: 'listener',
    log: quietLog,
  });
  heard = [];
  listener.signals.on('work_done', () => heard.push(Date.now()));
  // The first call comes when listening begins: what was sent before is lost.
  await until('it listens', () => heard.length > 0);
  heard.length = 0;
});
afterEach(async () => {
  await listener.close();
  await store.drop();
});

test('a signal reaches the other process, after the commit', async () => {
  let committedAt = Infinity;
  await transact(store.database, async (tx) => {
    signalAfterCommit(tx, 'work_done');
    await pause(100);
    expect(heard).toEqual([]);
    committedAt = Date.now();
  });
  await until('it is heard', () => heard.length > 0);
  expect(heard[0]).toBeGreaterThanOrEqual(committedAt);
});

test('a transaction that is rolled back sends nothing', async () => {
  const rolledBack = transact(store.database, (tx) => {
    signalAfterCommit(tx, 'work_done');
    return Promise.reject(new Error('no'));
  });
  await expect(rolledBack).rejects.toThrow('no');
  await pause(200);
  expect(heard).toEqual([]);
});

test('a storm is thinned out, and its last signal is heard after the last commit', async () => {
  let last = 0;
  const begun = Date.now();
  while (Date.now() < begun + 400) {
    store.database.signals.send('work_done');
    last = Date.now();
    await pause(1);
  }
  await until('the last is heard', () => (heard.at(-1) ?? 0) >= last);
  expect(heard.length).toBeLessThan(30);
});

test('listening goes on after its connection was terminated, and nothing is missed meanwhile', async () => {
  for (let n = 0; n < 2; n++) {
    heard.length = 0;
    const { rows } = await store.database.knex.raw<{ rows: { gone: boolean }[] }>(
      `select pg_terminate_backend(pid) as gone from pg_stat_activity
        where datname = current_database() and application_name = 'listener listen'`,
    );
    expect(rows).toEqual([{ gone: true }]);
    // Nobody hears this; the call at the new beginning makes up for it.
    store.database.signals.send('work_done');
    await until('it looked again', () => heard.length > 0);
    heard.length = 0;
    store.database.signals.send('work_done');
    await until('it hears again', () => heard.length > 0);
  }
});

test('a handler that has gone is called no more', async () => {
  let calls = 0;
  const stop = listener.signals.on('events_ready', () => calls++);
  store.database.signals.send('events_ready');
  await until('it is heard', () => calls === 1);
  stop();
  store.database.signals.send('events_ready');
  store.database.signals.send('work_done');
  await until('the other is heard', () => heard.length > 0);
  await pause(100);
  expect(calls).toBe(1);
});
