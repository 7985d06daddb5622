import { databaseUrl } from '../../support/servers/database.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { hasMariadb, startMariadb } from '../../support/servers/mariadb.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof integrations>;
let page: Record<string, string>;
const platform = registerStubSource();
const own = new URL(databaseUrl('postgres'));
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api, { allowedHosts: ['127.0.0.1', 'localhost'] });
  call = integrations(api);
  page = await signIn(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const ui = (method: string, rest: string) =>
  api.send(method, `/ui/integrations/${rest}`, { key: null, headers: page });
const plan = async (id: string) => {
  const { status, json, text } = await ui('POST', `${id}/plan`);
  if (status !== 200) throw new Error(text);
  return json;
};

it('lists all that a run would do, paged and searched', async () => {
  await call.put('listed', { removalFuse: { assets: 5_000 } });
  const name = (n: number): string => `t${String(n).padStart(4, '0')}`;
  const many = (from: number, to: number, more = {}) =>
    Array.from({ length: to - from }, (_, n) => table(name(from + n), more));
  platform.assets = many(0, 1_300);
  await call.run('listed');
  await api.send('PUT', '/api/assets/listed:shop.public.t2000', { body: { info: { name: 'x' } } });
  platform.assets = [
    ...many(1_200, 1_250),
    ...many(1_250, 1_300, { description: 'New' }),
    table('t2000'),
    table('t2001'),
  ];
  const check = await plan('listed');
  expect(check).toMatchObject({
    status: 'SUCCESS',
    requestedByName: expect.any(String),
    plan: {
      found: 102,
      unchanged: 50,
      created: { count: 1 },
      updated: { count: 50 },
      deleted: { count: 1_200 },
      skipped: { count: 1 },
      kept: 0,
    },
  });
  const list = async (query: string) => {
    const answer = await ui('GET', `listed/checks/${check.checkId}/assets${query}`);
    return {
      total: Number(answer.headers.get('x-total-count')),
      link: answer.headers.get('link'),
      shown: answer.json.map(({ assetName, change }: any) => `${change} ${assetName}`),
    };
  };
  const removed = await list('?change=removed');
  expect([removed.total, removed.shown.length]).toEqual([1_200, 1_000]);
  expect(removed.link).toContain('after=listed%3Ashop.public.t0999');
  const rest = await list('?change=removed&after=listed:shop.public.t0999');
  expect([rest.shown.length, rest.shown.at(-1), rest.link]).toEqual([200, 'removed t1199', null]);
  expect((await list('?q=.T20')).shown).toEqual(['skipped t2000', 'created t2001']);
  expect((await list('')).total).toBe(1_252);
  expect((await list('?q=')).total).toBe(1_252);
});

it('that dies in the middle is an answer with its cause', async () => {
  await call.put('dying');
  platform.assets = Array.from({ length: 600 }, (_, n) => table(`t${n}`));
  platform.beforePage = (number) =>
    number < 1
      ? Promise.resolve()
      : Promise.reject(new Error('Connection terminated unexpectedly'));
  const check = await plan('dying');
  platform.beforePage = () => Promise.resolve();
  expect(check).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('Connection terminated unexpectedly'),
    plan: null,
  });
});

type Server = {
  source: string;
  host: string;
  port: number;
  configuration: object;
  username: string;
  password: string;
};

function refusals(server: () => Server): void {
  const put = async (id: string, configuration: object, credentials: object) => {
    const { source, host, port, username, password } = server();
    const own = { host, port, ...server().configuration, ...configuration };
    const signedIn = { username, password, ...credentials };
    await call.put(id, { source, configuration: own, credentials: signedIn });
    return plan(id);
  };

  it('wrong credentials are said without the password', async () => {
    const { source } = server();
    const secret = 'wr0ng-secret-5ab1';
    const check = await put(`${source}-password`, {}, { username: 'reader_x', password: secret });
    expect(check.status).toBe('FAILED');
    expect(check.message).toMatch(/reader_x/);
    expect(JSON.stringify(check)).not.toContain(secret);
  });

  it('a host that is not allowed is refused with the setting to change', async () => {
    const { source } = server();
    const check = await put(`${source}-host`, { host: 'db.elsewhere.example' }, {});
    expect(check).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(/db\.elsewhere\.example.*ALLOWED_HOSTS/s),
    });
  });

  it('a port at which nothing listens is named', async () => {
    const { source } = server();
    const check = await put(`${source}-port`, { port: 1 }, {});
    expect(check).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(/127\.0\.0\.1/),
    });
  });
}

describe('with PostgreSQL', () => {
  refusals(() => ({
    source: 'postgres',
    host: '127.0.0.1',
    port: Number(own.port),
    configuration: { database: 'postgres', sslmode: 'disable' },
    username: decodeURIComponent(own.username),
    password: decodeURIComponent(own.password),
  }));
});

(hasMariadb() ? describe : describe.skip)('with MariaDB', () => {
  let mariadb: Awaited<ReturnType<typeof startMariadb>>;
  beforeAll(async () => {
    mariadb = await startMariadb();
    await mariadb.run("create user reader identified by 'right-secret'", 'create database shop');
  });
  afterAll(() => mariadb.stop());
  refusals(() => ({
    source: 'mariadb',
    host: '127.0.0.1',
    port: mariadb.port,
    configuration: { database: 'shop', tls: 'off' },
    username: 'reader',
    password: 'right-secret',
  }));
});
