import { untilSchemaFits } from '../../../db/schema-gate.ts';
import { newestStep } from '../../../db/schema-state.ts';
import { routes } from '../../../api/routes/index.ts';
import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { freePort } from '../../../local/servers/free-port.ts';
import { listProcesses } from '../../../db/tables/work/processes.ts';
import { ensureBuilt, startDist } from '../../support/chaos/dist.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { everythingStored } from '../../support/everything.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const lackNewest = () => api.database.knex('migrations').where({ name: newestStep }).delete();
const addStep = (name: string) =>
  api.database.knex('migrations').insert({ name, batch: 1, migration_time: new Date() });

const all = [...routes, ...messagingRoutes].map(
  ({ method, path }) => [method, path.replace(/[:*]\w+/g, 'x')] as const,
);
const isOpen = (path: string): boolean => path.startsWith('/health/') || path === '/metrics';

const schemas: [what: string, change: () => unknown, reason: RegExp][] = [
  ['lacks a step', lackNewest, new RegExp(`lacks ${newestStep}: run npm run migrate`)],
  ['has a step of a newer build', () => addStep('9999-future'), /newer schema \(9999-future\)/],
  [
    'has none at all',
    () => api.database.knex.raw('alter table migrations rename to moved'),
    /lacks 0001-organizations, /,
  ],
];

it.each(schemas)('a schema that %s answers every request with 503', async (_, change, reason) => {
  await change();
  const before = await everythingStored(api);
  expect(all.length).toBeGreaterThan(150);
  const paths = [...all, ['GET', '/nowhere'], ['PUT', '/api/teams/checkout'], ['GET', '/v1']];
  for (const [method = '', path = ''] of paths) {
    const body = method === 'PUT' ? team('checkout') : undefined;
    // A key that is looked at has its last use noted.
    const options = isOpen(path) ? { key: null } : { body };
    const { status, headers, json } = await api.send(method, path, options);
    if (isOpen(path)) {
      const expected = { '/health/live': 200, '/health/ready': 503, '/metrics': 403 }[path];
      expect([path, status]).toEqual([path, expected]);
      continue;
    }
    const seen = [method, path, status, headers.get('retry-after')];
    expect(seen).toEqual([method, path, 503, '2']);
    if (path.startsWith('/v1')) expect(json).toMatchObject({ type: 'api_error' });
    else if (path.startsWith('/api/scim')) expect(json).toMatchObject({ status: '503' });
    else expect([path, json.code]).toEqual([path, 'schema_outdated']);
    expect(json.detail ?? json.message).toMatch(reason);
  }
  const ready = await api.send('GET', '/health/ready');
  expect([ready.status, ready.json.code]).toEqual([503, 'schema_outdated']);
  expect(await everythingStored(api)).toBe(before);
});

it('requests are served once the schema fits, and it is not looked at any more', async () => {
  await lackNewest();
  const put = () => api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  expect((await put()).status).toBe(503);
  await addStep(newestStep);
  await until('the team is stored', async () => (await put()).status === 200);
  const statements: string[] = [];
  api.database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
  await Promise.all(Array.from({ length: 5 }, put));
  expect(statements.filter((sql) => /\bmigrations\b/.test(sql))).toEqual([]);
  // The load balancer's health check detects that another build has migrated the database.
  await addStep('9999-future');
  expect((await api.send('GET', '/health/ready')).status).toBe(503);
  expect((await put()).json.code).toBe('schema_outdated');
});

it('many requests at once look at it together, at most once a second', async () => {
  await lackNewest();
  const looks: string[] = [];
  api.database.knex.on('query', ({ sql }: { sql: string }) => {
    if (/from migrations/.test(sql)) looks.push(sql);
  });
  const begun = performance.now();
  for (let n = 0; n < 20; n++)
    await Promise.all(Array.from({ length: 20 }, () => api.send('GET', '/api/teams')));
  const seconds = (performance.now() - begun) / 1000;
  expect(looks.length).toBeGreaterThanOrEqual(1);
  expect(looks.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});

it('the process of an API says that it lives once the schema fits', async () => {
  ensureBuilt();
  await lackNewest();
  const { knex } = api.database;
  const before = await everythingStored(api);
  const port = String(await freePort());
  const settings = { DATABASE_URL: api.url, PORT: port };
  const { child, ended, output } = startDist('api/main.js', settings);
  try {
    await until('it listens', () => output().includes('api ready'));
    const refused = await fetch(`http://127.0.0.1:${port}/api/teams`);
    expect(refused.status).toBe(503);
    expect(await everythingStored(api)).toBe(before);
    await addStep(newestStep);
    await until('it has said that it lives', async () => {
      const processes = await listProcesses(knex);
      return processes.some(({ pid }) => pid === child.pid);
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  expect(await listProcesses(knex)).toEqual([]);
});

it('workers and clocks wait for it, too', async () => {
  await lackNewest();
  let isOver = false;
  const waiting = untilSchemaFits(api.database, quietLog).then(() => (isOver = true));
  let looks = 0;
  api.database.knex.on('query', ({ sql }: { sql: string }) => {
    if (/from migrations/.test(sql)) looks += 1;
  });
  await until('it has looked twice', () => looks >= 2);
  expect(isOver).toBe(false);
  await addStep(newestStep);
  await waiting;
});
