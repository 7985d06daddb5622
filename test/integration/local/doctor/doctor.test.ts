import fs from 'node:fs';
import { createServer } from 'node:http';
import net from 'node:net';
import path from 'node:path';

import { Client } from 'pg';

import { startPresence } from '../../../../db/announce-process.ts';
import type { Presence } from '../../../../db/announce-process.ts';
import { newestStep } from '../../../../db/schema-state.ts';
import { listProcesses } from '../../../../db/tables/work/processes.ts';
import type { Installation } from '../../../../local/doctor/check.ts';
import { examine } from '../../../../local/doctor/examine.ts';
import type { Result } from '../../../../local/doctor/examine.ts';
import { checks } from '../../../../local/doctor/index.ts';
import { openInstallation } from '../../../../local/doctor/open-installation.ts';
import { systemClock } from '../../../../lib/clock.ts';
import { createProcessMetrics } from '../../../../lib/metrics.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { databaseUrl, quietLog } from '../../../support/servers/database.ts';
import { makeTestFolder, removeTestFolder } from '../../../support/servers/private-servers.ts';
import { until } from '../../../support/until.ts';
import { testRedisUrl } from '../../../support/servers/worker.ts';
import { endpointFaults, openProvider, startStore } from './endpoint-faults.ts';
import { mailFaults } from './mail-faults.ts';
import {
  changed,
  clockOff,
  closed,
  emptyDatabase,
  listen,
  onDatabase,
  openMailServer,
  ownDatabase,
  secret,
  stuckWork,
  undo,
  undoAll,
  withConnectionFile,
} from './planted-servers.ts';
import type { Fault } from './planted-servers.ts';
import { gitWithoutPrograms } from './git-faults.ts';
import { redisFaults } from './redis-faults.ts';
import { skewedProcesses } from './skewed-processes.ts';
import { unopenedSecret, unsealedAddress, withoutKey } from './unsealed-address.ts';

const lackingOne = `delete from migrations where name = '${newestStep}'`;
const folder = makeTestFolder();
let api: TestApi;
let healthy: Record<string, string>;

afterEach(undoAll);

beforeAll(async () => {
  api = await startApi();
  await startPresences(['worker', 'clock']);
  const mail = await openMailServer({});
  const provider = await openProvider();
  // The servers of the healthy installation stay for all tests.
  healthyUndo.push(...undo.splice(0));
  healthy = {
    DATABASE_URL: api.url,
    REDIS_URL: testRedisUrl(),
    PORT: String(api.port),
    DATA_DIR: folder,
    ALLOWED_DATA_DIRS: folder,
    ALLOWED_HOSTS: 'db.example.com',
    DATACONTRACT_POSTGRES_USERNAME: 'reader',
    DATACONTRACT_POSTGRES_PASSWORD: secret,
    SMTP_URL: mail,
    ATTACHMENTS_DIR: path.join(folder, 'attachments'),
    GENERATION_ENDPOINT: `http://127.0.0.1:${api.port}/generate`,
    ...provider,
  };
});
const healthyUndo: (() => unknown)[] = [];
afterAll(async () => {
  undo.push(...healthyUndo);
  await undoAll();
  await Promise.all(Object.values(presences).map((presence) => presence.stop()));
  await api.stop();
  removeTestFolder(folder);
});

const presences: Partial<Record<'worker' | 'clock', Presence>> = {};

async function startPresences(roles: readonly ('worker' | 'clock')[]): Promise<void> {
  for (const role of roles) {
    const metrics = createProcessMetrics(role);
    const { database } = api;
    presences[role] = startPresence({ database, role, metrics, log: quietLog });
    await until('it has said that it lives', async () =>
      (await listProcesses(database.knex)).some((process) => process.role === role),
    );
  }
}

async function look(
  env: Record<string, string>,
  also: Partial<Installation> = {},
): Promise<Result[]> {
  const around = { env: { ...healthy, ...env }, rootDir: process.cwd(), clock: systemClock };
  return examine({ ...openInstallation(around), ...also });
}

const faults: Fault[] = [
  {
    fault: 'three settings that are wrong',
    check: 'settings',
    plant: () => ({
      env: { TEST_WAIT_SECONDS: '-1', LEASE_SECONDS: 'long', WORKER_QUEUES: 'mial' },
    }),
    found:
      /WORKER_QUEUES: 'mial' must be one of contract-tests, .*; TEST_WAIT_SECONDS: '-1' must be >= 0; LEASE_SECONDS: 'long' must be integer/,
    advice: 'Correct these environment variables',
  },
  {
    fault: 'a Node.js that is too old',
    check: 'node-version',
    plant: () => ({ also: { nodeVersion: '20.18.9' } }),
    found: 'Node.js 20.18.9 is too old',
    advice: 'Install Node.js 20.19 or newer',
  },
  {
    fault: 'a data folder below a file',
    check: 'disk',
    plant: () => {
      fs.writeFileSync(path.join(folder, 'file'), '');
      return { env: { DATA_DIR: path.join(folder, 'file', 'below', 'it') } };
    },
    found: /file is a file$/,
    advice: 'set DATA_DIR to another folder',
  },
  {
    fault: 'a full disk',
    check: 'disk',
    plant: () => ({ also: { freeBytes: async () => 199 * 1024 * 1024 } }),
    found: 'only 199 MB free',
    advice: 'Free some space',
  },
  {
    fault: 'a disk that fills',
    check: 'disk',
    state: 'warning',
    plant: () => ({ also: { freeBytes: async () => 1000 * 1024 * 1024 } }),
    found: 'only 1000 MB free',
    advice: 'Free some space',
  },
  {
    fault: 'a database whose port is closed',
    check: 'database',
    plant: async () => ({
      env: { DATABASE_URL: changed(api.url, { port: await closed(), password: secret }) },
    }),
    found: 'nothing listens',
    advice: 'Start Postgres, or correct host and port in DATABASE_URL.',
  },
  {
    fault: 'a database behind a wall that swallows everything',
    check: 'database',
    plant: async () => {
      const held = new Set<net.Socket>();
      const port = await listen(net.createServer((socket) => void held.add(socket)));
      undo.push(() => held.forEach((socket) => socket.destroy()));
      return { env: { DATABASE_URL: changed(api.url, { port }) } };
    },
    found: 'there is no answer',
    advice: 'Start Postgres, or correct host and port in DATABASE_URL.',
  },
  {
    fault: 'a private database that is away',
    check: 'database',
    plant: async () => {
      const databaseUrl = changed(api.url, { port: await closed(), password: secret });
      const { address } = api;
      withConnectionFile(folder, { databaseUrl, redisUrl: testRedisUrl(), address });
      return { env: { DATABASE_URL: '', REDIS_URL: '' } };
    },
    found: /127\.0\.0\.1:\d+\/test_\w+: nothing listens at the address$/,
    advice: `see ${folder}/logs`,
  },
  {
    fault: 'a private Redis that is away',
    check: 'redis',
    plant: async () => {
      const redisUrl = `redis://:${secret}@127.0.0.1:${await closed()}`;
      withConnectionFile(folder, { databaseUrl: api.url, redisUrl, address: api.address });
      return { env: { DATABASE_URL: '', REDIS_URL: '' } };
    },
    found: 'the server does not answer',
    advice: `see ${folder}/logs`,
  },
  {
    fault: 'a wrong password',
    check: 'database',
    plant: () => ({ env: { DATABASE_URL: changed(api.url, { password: secret }) } }),
    found: 'refuses the user or the password',
    advice: 'Correct user and password in DATABASE_URL.',
  },
  {
    fault: 'a database that does not exist',
    check: 'database',
    plant: () => ({ env: { DATABASE_URL: databaseUrl('not_there') } }),
    found: /\/not_there: the server answers, but has no database with this name/,
    advice: 'Create the database, or correct its name',
  },
  {
    fault: 'a schema that was never migrated',
    check: 'schema',
    plant: async () => ({ env: { DATABASE_URL: await emptyDatabase() } }),
    found: /steps are missing: 0001-organizations, /,
    advice: 'Run npm run migrate',
  },
  {
    fault: 'a schema that lacks one step',
    check: 'schema',
    plant: async () => ({
      env: { DATABASE_URL: await ownDatabase(lackingOne) },
    }),
    found: `one step is missing: ${newestStep}`,
    advice: 'Run npm run migrate',
  },
  {
    fault: 'a schema of a newer build',
    check: 'schema',
    plant: async () => {
      const step = `insert into migrations (name, batch) values ('9999-future', 9)`;
      return { env: { DATABASE_URL: await ownDatabase(step) } };
    },
    found: 'schema (9999-future) is newer',
    advice: 'Run the newer build',
  },
  gitWithoutPrograms(() => api),
  unsealedAddress(() => api),
  unopenedSecret(() => api, folder),
  withoutKey(() => api),
  {
    fault: 'listening elsewhere than where is told',
    check: 'signals',
    plant: () => ({ env: { DATABASE_LISTEN_URL: databaseUrl('postgres') } }),
    found: 'a NOTIFY did not arrive',
    advice: 'DATABASE_LISTEN_URL must connect directly to the same server and database',
  },
  {
    fault: 'a clock that is ahead',
    check: 'clock-skew',
    plant: () => ({ also: clockOff(300_000) }),
    found: /this machine is (299|300)\.\d s ahead of Postgres/,
    advice: 'NTP',
  },
  {
    fault: 'a clock that is behind',
    check: 'clock-skew',
    plant: () => ({ also: clockOff(-3_000) }),
    found: /this machine is [23]\.\d s behind Postgres/,
    advice: 'NTP',
  },
  ...redisFaults(folder),
  ...mailFaults,
  ...endpointFaults,
  {
    fault: 'an allowed folder that is missing',
    check: 'allowed-folders',
    plant: () => ({ env: { ALLOWED_DATA_DIRS: `${folder},${folder}/missing` } }),
    found: `${folder}/missing does not exist`,
    advice: 'remove it from ALLOWED_DATA_DIRS',
  },
  {
    fault: 'credentials that may be sent nowhere',
    check: 'credentials',
    state: 'warning',
    plant: () => ({ env: { ALLOWED_HOSTS: '' } }),
    found: 'DATACONTRACT_POSTGRES_PASSWORD, DATACONTRACT_POSTGRES_USERNAME set, but no host',
    advice: 'Put the hosts that contract tests may connect to into ALLOWED_HOSTS',
  },
  {
    fault: 'an API that does not run',
    check: 'api',
    plant: async () => ({ env: { PORT: await closed() } }),
    found: 'there is no answer from http://127.0.0.1:',
    advice: 'Start Concordat with bin/start',
  },
  {
    fault: 'an API of another build than its database',
    check: 'api',
    plant: async () => {
      const other = await startApi();
      undo.push(other.stop);
      await onDatabase(other.url, lackingOne);
      return { env: { PORT: String(other.port) } };
    },
    found: `is not ready: The schema of the database lacks ${newestStep}`,
    advice: 'Fix the named problem',
  },
  {
    fault: 'another program on the port',
    check: 'api',
    plant: async () => {
      const other = createServer((_request, response) => response.writeHead(404).end('who?'));
      undo.push(() => other.closeAllConnections());
      return { env: { PORT: await listen(other) } };
    },
    found: 'answers 404: this is not Concordat',
    advice: 'stop the other program',
  },
  {
    fault: 'no worker that lives',
    check: 'processes',
    plant: async () => {
      await presences.worker?.stop();
      undo.push(() => startPresences(['worker']));
      return {};
    },
    found: 'no worker has reported in the last 30 s',
    advice: 'bin/start runs one of each',
  },
  skewedProcesses(() => api.database.knex),
  {
    fault: 'work that no clock dispatches',
    check: 'work',
    plant: async () => {
      await stuckWork(api);
      return {};
    },
    found: '1 piece of work due for more than 60 s (contract-tests): no worker or clock runs?',
    advice: 'Start a clock process',
  },
  {
    fault: 'work that no worker takes',
    check: 'work',
    plant: async () => {
      await stuckWork(api);
      await onDatabase(api.url, 'update work set dispatched_at = now()');
      return {};
    },
    found: '1 piece of work due for more than 60 s (contract-tests)',
    advice: 'Start a worker for these kinds',
  },
  {
    fault: 'a table that somebody holds',
    check: 'work',
    plant: async () => {
      const holder = new Client({ connectionString: api.url });
      await holder.connect();
      undo.push(() => holder.end());
      await holder.query('begin; lock table work');
      return {};
    },
    found: 'Postgres does not finish in time',
    advice: 'Look for locks',
  },
  {
    fault: 'work that failed',
    check: 'work',
    state: 'warning',
    plant: async () => {
      await stuckWork(api);
      await onDatabase(api.url, `update work set state = 'FAILED', finished_at = now()`);
      return {};
    },
    found: '1 piece of work failed in the last day (contract-tests)',
    advice: 'npm run work -- list --state FAILED',
  },
];

test('a healthy installation: every check is ok', async () => {
  const results = await look({});
  expect(results.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(results.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
});

test.each(faults)('finds $fault, and nothing else', async (planted) => {
  const { check, state = 'failed', found, advice } = planted;
  const { env, also } = await planted.plant();
  const results = await look(env ?? {}, also);
  const bad = results.filter((each) => each.state === 'failed' || each.state === 'warning');
  expect(bad).toEqual([
    {
      name: check,
      state,
      found:
        typeof found === 'string' ? expect.stringContaining(found) : expect.stringMatching(found),
      advice: expect.stringContaining(advice),
    },
  ]);
  expect(JSON.stringify(results)).not.toContain(secret);
  // What could not be looked at says why, and nothing is skipped without a reason.
  for (const each of results.filter(({ state: of }) => of === 'skipped'))
    expect(each.found).toMatch(/^not checked: '[a-z-]+' (failed|was skipped)$/);
});

test.each([
  ['mail', 'SMTP_URL', 'mails are stored but not sent'],
  ['generation', 'GENERATION_ENDPOINT', 'the type custom is not available'],
  ['sign-in', 'OIDC_ISSUER', 'people sign in with links and keys'],
])('nothing to look at for %s without %s is no fault', async (name, setting, what) => {
  const found = `${setting} is not set: ${what}`;
  const result = (await look({ [setting]: '', OIDC_CLIENT_ID: '' })).find(
    (each) => each.name === name,
  );
  expect(result).toEqual({ name, state: 'skipped', found });
});

test('a bucket that lets us in is fine', async () => {
  const results = await look(await startStore('uploads'));
  const found = 'the bucket uploads is accessible';
  expect(results).toContainEqual({ name: 'attachments', state: 'ok', found });
});

test('every check was seen to fail, but the one that would need an old Postgres', () => {
  const planted = new Set(faults.map(({ check }) => check));
  expect(checks.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([
    'postgres-version',
  ]);
});
