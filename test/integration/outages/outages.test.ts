import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createWaiters } from '../../../api/wait-for-work.ts';
import { createApp } from '../../../api/app.ts';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareInstallation } from '../../../commands/prepare-installation.ts';
import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import { startPostgres } from '../../../local/servers/postgres.ts';
import type { PrivatePostgres } from '../../../local/servers/postgres.ts';
import { startRedis } from '../../../local/servers/redis.ts';
import type { PrivateRedis } from '../../../local/servers/redis.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { jobSettings } from '../../support/sources/job-settings.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

/** This file stops and starts servers of its own. */
let folder: string;
let postgres: PrivatePostgres;
let redis: PrivateRedis;
let database: Database;
let workers: TestWorkers;
let server: Server;
let address: string;
const rootDir = process.cwd();
const key = 'ck_o_outages0_0123456789abcdefghijABCDEFGHIJ01';

const startDatabase = (port?: number) =>
  startPostgres({
    rootDir,
    dataDir: folder,
    logFile: path.join(folder, 'postgres.log'),
    durable: true,
    maxConnections: 60,
    port,
  });
const startQueue = (again?: PrivateRedis) =>
  startRedis({
    rootDir,
    logFile: path.join(folder, 'redis.log'),
    port: again?.port,
    password: again?.password,
  });

beforeAll(async () => {
  folder = makeTestFolder();
  [postgres, redis] = await Promise.all([startDatabase(), startQueue()]);
  await prepareInstallation({ databaseUrl: postgres.url, bootstrapApiKey: key, log: quietLog });
  database = connectDatabase({
    url: postgres.url,
    poolMax: 4,
    applicationName: 'test',
    log: quietLog,
  });
  workers = startWorkers(
    { database, url: postgres.url },
    { allowedDataDirs: [folder] },
    { redisUrl: redis.url },
  );
  const draining = new AbortController().signal;
  const waiters = createWaiters(database, quietLog, draining);
  const settings = {
    publicUrl: 'http://x',
    testWaitSeconds: 30,
    eventTypePrefix: '',
    eventRetentionDays: 90,
    generation: undefined,
    sourceCredentials: {},
    allowedHosts: [],
    webhookAllowedHosts: [],
    deprecatedFormatsUntil: '2099-12-31',
    attachmentQuotaMb: 1024,
    oidc: undefined,
    trustedProxies: 0,
    shownSettings: [],
  };
  const { handle } = createApp({
    database,
    waiters,
    clock: systemClock,
    log: quietLog,
    metrics: createProcessMetrics('api'),
    storage: jobSettings.storage,
    settings,
    draining,
  });
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(path.join(folder, 'orders.csv'), 'order_id,status\n1,placed\n');
  await put('teams', 'checkout', team('checkout'));
  await put(
    'datacontracts',
    'orders',
    contract('orders', {
      servers: [{ server: 's', type: 'local', path: 'orders.csv', format: 'csv' }],
    }),
  );
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await workers.stop();
  await database.close();
  await Promise.all([postgres.stop(), redis.stop()]);
  removeTestFolder(folder);
});

const send = (method: string, route: string, body?: unknown) =>
  fetch(`${address}${route}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const put = (collection: string, id: string, body: unknown) =>
  send('PUT', `/api/${collection}/${id}`, body);

it('accepts writes and test requests while Redis is away, and runs the tests when it is back, empty', async () => {
  expect((await send('POST', '/api/datacontracts/orders/test')).status).toBe(200);
  process.kill(redis.pid, 'SIGKILL');
  await redis.exited;
  expect((await put('teams', 'during', team('during'))).status).toBe(200);
  const waiting = send('POST', '/api/datacontracts/orders/test');
  await until(
    'the work is recorded',
    async () => (await database.knex('work').where({ state: 'QUEUED' })).length === 1,
  );
  redis = await startQueue(redis);
  const answer = await waiting;
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { result: string }).result).toBe('passed');
});

it('answers 503 with Retry-After while Postgres is away, keeps every accepted write, and recovers by itself', async () => {
  const { port } = postgres;
  expect((await put('teams', 'before', team('before'))).status).toBe(200);
  process.kill(postgres.pid, 'SIGKILL');
  await postgres.exited;
  const during = await put('teams', 'lost', team('lost'));
  expect([during.status, during.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await during.json()).toMatchObject({ status: 503, code: 'unavailable' });
  expect((await send('GET', '/health/ready')).status).toBe(503);
  expect((await send('GET', '/health/live')).status).toBe(200);
  postgres = await startDatabase(port);
  await until('it is ready again', async () => (await send('GET', '/health/ready')).status === 200);
  expect((await send('GET', '/api/teams/before')).status).toBe(200);
  const test = await send('POST', '/api/datacontracts/orders/test');
  expect([test.status, ((await test.json()) as { result: string }).result]).toEqual([
    200,
    'passed',
  ]);
});
