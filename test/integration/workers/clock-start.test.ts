import { openTcpProxy } from '../../support/chaos/tcp-proxy.ts';
import { ensureBuilt, startDist } from '../../support/chaos/dist.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

beforeAll(() => ensureBuilt());

test('a clock that loses Postgres while it starts makes its schedules once Postgres is back', async () => {
  const store = await createTestDatabase();
  const wire = await openTcpProxy(store.url);
  // Nothing listens there: the clock waits 3 s for Redis, and meanwhile Postgres goes away.
  const clock = startDist('workers/clock.js', {
    DATABASE_URL: wire.through(store.url),
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  const { knex } = store.database;
  const count = async () => (await knex('schedules').where({ kind: 'housekeeping' })).length;
  try {
    await until('the clock has seen that the schema fits, and asked for the time', async () => {
      const { rows } = await knex.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'concordat clock'
          and query like '%clock_timestamp%'`,
      );
      return rows.length > 0;
    });
    expect(await count()).toBe(0);
    await wire.cut();
    await until('it could not make them', () => {
      expect(clock.child.exitCode).toBeNull();
      return clock.output().includes('schedules not fired');
    });
    await wire.mend();
    await until('it has made its schedules', async () => (await count()) > 0);
    expect(clock.child.exitCode).toBeNull();
  } finally {
    clock.child.kill('SIGKILL');
    await clock.ended;
    await wire.close();
    await store.drop();
  }
});
