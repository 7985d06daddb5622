import { createContractStock, listStoredRuns } from '../support/chaos/loads/contract-stock.ts';
import type { ContractStock, StoredRun } from '../support/chaos/loads/contract-stock.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet, Member } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { openTcpProxy } from '../support/chaos/tcp-proxy.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import type { TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let redis: RedisDatabase;
let stock: ContractStock;
let fleet: Fleet;

const big = { id: 'big', rows: 1_600_000, format: 'csv', faults: ['bad status'] } as const;
const small = { id: 'small', rows: 100, format: 'csv', faults: [] } as const;

beforeAll(async () => {
  ensureBuilt();
  store = await createTestDatabase();
  redis = await openRedisDatabase();
  stock = await createContractStock(store.database);
  await stock.add(big);
  await stock.add(small);
});
afterAll(async () => {
  await redis.close();
  await store.drop();
  stock.remove();
});
beforeEach(async () => {
  await redis.redis.flushdb();
  fleet = createFleet(environment(redis.url));
});
afterEach(() => fleet.stop());

const environment = (redisUrl: string) => ({
  DATABASE_URL: store.url,
  REDIS_URL: redisUrl,
  LEASE_SECONDS: '4',
  LOG_LEVEL: 'warn',
  ALLOWED_DATA_DIRS: stock.folder,
});

async function runOf(id: string): Promise<StoredRun> {
  const run = (await listStoredRuns(store.database)).find((each) => each.id === id);
  if (!run) throw new Error(`there is no run ${id}`);
  return run;
}

const untilState = (id: string, state: string) =>
  until(
    `the run is ${state}`,
    async () => {
      const run = await runOf(id);
      return run.state === state && run;
    },
    100_000,
  );

/** All that a stale worker could have written. */
async function traces(workId: string): Promise<unknown[]> {
  const { knex } = store.database;
  return [
    await knex('work').where({ id: workId }),
    await knex('test_runs').where({ work_id: workId }),
    await knex('test_results').orderBy('id').select('id', 'created_at'),
    await knex('events').orderBy('n').select('id', 'seq'),
  ];
}

/** A run in whose middle the worker was frozen; one that was quicker is no use, so another is requested. */
async function freezeInARun(worker: Member): Promise<{ testRunId: string; workId: string }> {
  for (let n = 0; n < 10; n++) {
    const started = await stock.request(big.id);
    // A worker that is frozen before it has heard that the work is its own has nothing to notice later.
    let claimedUntil: number | undefined;
    await until('the worker keeps the run, or has ended it', async () => {
      const work = await store.database.knex('work').where({ id: started.workId }).first();
      claimedUntil ??= work.lease_until?.getTime();
      return work.finished_at !== null || work.lease_until?.getTime() > (claimedUntil ?? Infinity);
    });
    worker.process.child.kill('SIGSTOP');
    if ((await runOf(started.testRunId)).state === 'RUNNING') return started;
    worker.process.child.kill('SIGCONT');
  }
  throw new Error('the worker was always quicker');
}

test('a worker that was frozen past its lease writes nothing when it wakes up', async () => {
  fleet.start('clock', 'clock');
  const zombie = fleet.start('zombie', 'worker');
  const { testRunId, workId } = await freezeInARun(zombie);

  const other = fleet.start('other', 'worker');
  const finished = await untilState(testRunId, 'DONE');
  expect(finished).toMatchObject({
    attempt: 2,
    outcome: 'COMPLETED',
    results: [{ result: 'failed', failed: 1 }],
  });
  await until('its event is stamped', async () => {
    const fresh = await store.database.knex('events').where({ public: true, seq: null });
    return fresh.length === 0;
  });
  const before = await traces(workId);
  expect(before[0]).toMatchObject([{ fence: 2, state: 'DONE' }]);

  zombie.process.child.kill('SIGCONT');
  // Its statements fail when they were under way for too long by then.
  await until('it notices', () => /lease lost|attempt failed/.test(zombie.process.output()));
  // It is fit for work again, and while it does that nothing of the old run comes.
  other.process.child.kill('SIGKILL');
  const next = await stock.request(small.id);
  await untilState(next.testRunId, 'DONE');
  const after = await traces(workId);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  const results = await store.database.knex('test_results').where({ test_run_id: testRunId });
  expect(results).toHaveLength(1);
});

test('a worker that is told to stop while Redis is away ends in time, and its run is done once', async () => {
  fleet.start('clock', 'clock');
  const wire = await openTcpProxy(redis.url);
  const cutOff = createFleet(environment(wire.through(redis.url)));
  const stopped = cutOff.start('stopped', 'worker');
  const held = await stock.request(big.id);
  await until('the run has begun', async () => (await runOf(held.testRunId)).state !== 'QUEUED');
  await wire.cut();
  const asked = Date.now();
  stopped.process.child.kill('SIGTERM');
  await stopped.process.ended;
  expect(Date.now() - asked).toBeLessThan(12_000);
  expect(stopped.process.child.exitCode).toBe(0);
  // Done before it had to stop, or put back; never left to run out its lease.
  expect(['QUEUED', 'DONE']).toContain((await runOf(held.testRunId)).state);
  fleet.start('other', 'worker');
  expect(await untilState(held.testRunId, 'DONE')).toMatchObject({
    results: [{ result: 'failed', failed: 1 }],
  });
  await cutOff.stop();
  await wire.close();
});

// Slow: it waits for the deadline of a blocked Redis command (20 s).
test('a connection to Redis that is silently dead is replaced', async () => {
  const wire = await openTcpProxy(redis.url);
  const behind = createFleet(environment(wire.through(redis.url)));
  behind.start('clock', 'clock');
  behind.start('worker', 'worker');
  const first = await stock.request(small.id);
  await untilState(first.testRunId, 'DONE');
  wire.silence();
  const silentSince = Date.now();
  const second = await stock.request(small.id);
  await untilState(second.testRunId, 'DONE');
  process.stderr.write(`chaos: went on ${Date.now() - silentSince} ms after Redis went silent\n`);
  await behind.stop();
  await wire.close();
});
