import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { listStoredRuns } from '../../../support/chaos/loads/contract-stock.ts';
import { ensureBuilt } from '../../../support/chaos/dist.ts';
import { createFleet } from '../../../support/chaos/fleet.ts';
import type { Fleet, Member } from '../../../support/chaos/fleet.ts';
import { openRedisDatabase } from '../../../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../../../support/chaos/redis-database.ts';
import { contract, team } from '../../../support/builders/contracts.ts';
import { untilDuckdbIsBusy, untilDuckdbIsCalm } from '../../../support/duckdb-processes.ts';
import { startS3rver } from '../../../support/servers/s3rver.ts';
import type { S3Store } from '../../../support/servers/s3rver.ts';
import { until } from '../../../support/until.ts';

/** Workers as they run in production, whose tests read files and queries that end the process of DuckDB. */
let api: TestApi;
let redis: RedisDatabase;
let store: S3Store;
let fleet: Fleet;
let worker: Member;
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'hostile-')));

const orders = '{"id":1,"status":"placed"}\n{"id":2,"status":"shipped"}\n';
const nested = '['.repeat(200_000) + ']'.repeat(200_000);

beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
  redis = await openRedisDatabase();
  store = await startS3rver('lake');
  writeFileSync(path.join(folder, 'orders.json'), orders);
  writeFileSync(path.join(folder, 'nested.json'), nested);
  await store.put('orders.json', orders);
  await store.put('nested.json', nested);
  fleet = createFleet({
    DATABASE_URL: api.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'warn',
    ALLOWED_DATA_DIRS: folder,
    ALLOWED_HOSTS: '127.0.0.1',
    DATACONTRACT_S3_ACCESS_KEY_ID: store.key.id,
    DATACONTRACT_S3_SECRET_ACCESS_KEY: store.key.secret,
  });
  worker = fleet.start('worker', 'worker');
  fleet.start('clock', 'clock');
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await fleet.stop();
  await store.stop();
  await redis.close();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const local = { server: 'files', type: 'local', path: `${folder}/{model}.json`, format: 'json' };

const ordersTable = (quality: object[] = []) => ({
  name: 'orders',
  properties: [{ name: 'id', logicalType: 'integer', required: true, unique: true }],
  quality: [{ type: 'sql', query: 'select count(*) from orders', mustBe: 2 }, ...quality],
});

type Check = { model: string; result: string; reason: string | null };

/** Starts a test and answers the address of its run. */
async function request(id: string, change: Record<string, unknown>): Promise<string> {
  const put = await api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id, change) });
  expect(put.status).toBe(200);
  const started = await api.send('POST', `/api/datacontracts/${id}/test`, {
    headers: { prefer: 'respond-async' },
  });
  expect(started.status).toBe(202);
  return started.headers.get('location') ?? '';
}

/** Tests a contract and answers its checks; the run has taken one attempt. */
async function testContract(id: string, change: Record<string, unknown>): Promise<Check[]> {
  await request(id, change);
  const run = await until('the run has ended', async () => {
    const runs = await listStoredRuns(api.database);
    return runs.find((each) => each.contract === id && each.ended);
  });
  expect(run).toMatchObject({ outcome: 'COMPLETED', state: 'DONE', attempt: 1, lastError: null });
  const { rows } = await api.database.knex.raw<{ rows: Check[] }>(
    `select c.model, c.result, c.body->>'reason' as reason from test_checks c join test_results r on r.id = c.test_result_id where r.test_run_id = ?`,
    [run.id],
  );
  return rows;
}

const troubles = (checks: readonly Check[]): string[] =>
  checks.filter(({ result }) => result !== 'passed').map(({ reason }) => reason ?? '');

const passed = (checks: readonly Check[]): Check[] =>
  checks.filter(({ result }) => result === 'passed');

/** It has not been started again, and its processes of DuckDB do nothing. */
async function expectCalm(): Promise<void> {
  const { child } = worker.process;
  expect((await untilDuckdbIsCalm(child.pid)).length).toBeLessThanOrEqual(2);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
}

it('a rule that crashes DuckDB is an error, and the other checks go on', async () => {
  const query = `select json_structure(repeat('[', 100000) || repeat(']', 100000))`;
  const quality = [{ type: 'sql', query, mustBe: 1 }];
  const checks = await testContract('crash', { servers: [local], schema: [ordersTable(quality)] });
  expect(troubles(checks)).toEqual([
    'Error evaluating check: DuckDB crashed while running the query',
  ]);
  expect(passed(checks).length).toBeGreaterThanOrEqual(4);
  await expectCalm();
});

it('a rule that takes too much memory is an error, and the other checks go on', async () => {
  const query = `select damerau_levenshtein(repeat('a', 30000), repeat('b', 30000))`;
  const quality = [{ type: 'sql', query, mustBe: 1 }];
  const checks = await testContract('memory', { servers: [local], schema: [ordersTable(quality)] });
  expect(troubles(checks)).toEqual([
    'Error evaluating check: DuckDB was stopped while running the query: it used more than 1,024 MB of memory',
  ]);
  expect(passed(checks).length).toBeGreaterThanOrEqual(4);
  await expectCalm();
});

const nestedTable = { name: 'nested', properties: [{ name: 'id', required: true }] };

it.each([
  ['folder', () => local],
  [
    'bucket',
    () => ({
      server: 'lake',
      type: 's3',
      endpointUrl: store.endpoint,
      location: 's3://lake/{model}.json',
      format: 'json',
    }),
  ],
])('a file in a %s that crashes DuckDB spoils its own table only', async (where, server) => {
  const schema = [nestedTable, ordersTable()];
  const checks = await testContract(where, { servers: [server()], schema });
  const [reason = '', ...others] = new Set(troubles(checks));
  expect(reason).toMatch(
    /^Could not read model 'nested': DuckDB crashed while reading .*nested.json$/,
  );
  expect(others).toEqual([]);
  expect(new Set(passed(checks).map(({ model }) => model))).toEqual(new Set(['orders']));
  await expectCalm();
});

it('a rule that does not hear that its run is cancelled ends with it', async () => {
  const query = `select levenshtein(repeat('a', 1000000), repeat('b', 1000000))`;
  const quality = [{ type: 'sql', query, mustBe: 1 }];
  const run = await request('deaf', { servers: [local], schema: [ordersTable(quality)] });
  const { child } = worker.process;
  await untilDuckdbIsBusy(child.pid);
  expect((await api.send('POST', `${run}/cancel`)).status).toBeLessThan(300);
  await until('it is cancelled', async () => {
    const runs = await listStoredRuns(api.database);
    return runs.some(({ contract: id, state }) => id === 'deaf' && state === 'CANCELLED');
  });
  await expectCalm();
});
