import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { createPrivateDatabase } from '../../integration/contract-tests/postgres/private-database.ts';
import type { PrivateDatabase } from '../../integration/contract-tests/postgres/private-database.ts';

const password = 'connection-secret-never-shown-4f7a';
const log = captureLog();
let api: TestApi;
let workers: TestWorkers;
let shop: PrivateDatabase;
let role: string;

beforeAll(async () => {
  [api, shop] = await Promise.all([startApi(), createPrivateDatabase()]);
  // The environment has no credentials at all.
  workers = startWorkers(api, { ...shop.access, credentials: {} });
  role = `reader_${shop.database}`;
  await shop.run(`create role ${role} login password '${password}'; grant usage on schema public to ${role};
    create table orders (order_id int primary key, status text not null); insert into orders values (1, 'placed');
    grant select on orders to ${role}; create table whoami as select 1 as x`);
  for (const id of ['checkout', 'other'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
afterAll(async () => {
  await workers.stop();
  await shop.run(`drop owned by ${role}; drop role ${role}`);
  await shop.drop();
  await api.stop();
});

const at = (id = 'shop', teamId = 'checkout') => `/api/teams/${teamId}/connections/${id}`;
const body = (change: object = {}) => ({
  serverType: 'postgres',
  place: shop.host,
  credentials: { username: role, DATACONTRACT_POSTGRES_PASSWORD: password },
  ...change,
});
const put = (change: object = {}, path = at()) => api.send('PUT', path, { body: body(change) });
const putContract = (id: string, change: object = {}) => {
  const server = { server: 'db', ...shop.server };
  return api.send('PUT', `/api/datacontracts/${id}`, {
    body: contract(id, { servers: [server], ...change }),
  });
};
const test = (id: string) => api.send('POST', `/api/datacontracts/${id}/test`);

describe('a connection of a team', () => {
  it('lets contracts of that team be tested where it is for, and no others', async () => {
    await putContract('mine');
    const before = await test('mine');
    expect([before.status, before.json.code]).toEqual([422, 'tests_not_configured']);
    expect(before.json.detail).toContain('store a connection of the owning team');
    expect((await put({ place: ` ${shop.host.toUpperCase()} ` })).status).toBe(200);
    const tested = await test('mine');
    expect([tested.status, tested.json.result]).toEqual([200, 'passed']);
    expect(tested.json.logs[0]).toMatchObject({
      level: 'INFO',
      message: "Signed in with connection 'shop' of team 'checkout'",
    });
    await putContract('theirs', { team: { name: 'other' } });
    expect((await test('theirs')).json.code).toBe('tests_not_configured');
    const elsewhere = {
      server: 'db',
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'd',
      schema: 's',
    };
    await putContract('elsewhere', { servers: [elsewhere] });
    expect((await test('elsewhere')).json.code).toBe('tests_not_configured');
  });

  it('signs in as itself: what it may not read is an error that says so, without its password', async () => {
    await putContract('hidden', {
      schema: [
        { name: 'whoami', properties: [{ name: 'x', logicalType: 'integer', required: true }] },
      ],
    });
    const tested = await test('hidden');
    expect(JSON.stringify(tested.json)).toMatch(/permission denied/);
    await put({ credentials: { USERNAME: 'nobody_there', PASSWORD: password } });
    const refused = await test('mine');
    expect(refused.json.result).toBe('error');
    expect(refused.json.logs[0].message).toBe(
      "Tried to sign in with connection 'shop' of team 'checkout'",
    );
    expect(refused.text).not.toContain(password);
    await put();
  });

  it('is shown with the names of what is set, never with values', async () => {
    const shown = await api.send('GET', at());
    expect(shown.json).toEqual({
      id: 'shop',
      serverType: 'postgres',
      place: shop.host,
      credentials: ['DATACONTRACT_POSTGRES_PASSWORD', 'DATACONTRACT_POSTGRES_USERNAME'],
      updatedAt: expect.any(String),
      updatedBy: expect.any(String),
    });
    expect((await api.send('GET', '/api/teams/checkout/connections')).json).toEqual([shown.json]);
    expect((await api.send('GET', '/api/teams/other/connections')).json).toEqual([]);
    expect((await api.send('GET', '/api/teams/none/connections')).status).toBe(404);
    expect((await api.send('GET', at('none'))).status).toBe(404);
  });

  it('keeps its credentials when they are left out, but not for another place', async () => {
    expect((await put({ credentials: undefined })).status).toBe(200);
    expect((await test('mine')).json.result).toBe('passed');
    for (const [path, change] of [
      [at(), { place: 'evil.example.com' }],
      [at('fresh'), { place: 'new.example.com' }],
    ] as const) {
      const moved = await put({ credentials: undefined, ...change }, path);
      expect([moved.status, moved.json.violations]).toEqual([
        422,
        [{ field: 'credentials', message: 'is required' }],
      ]);
    }
  });

  it.each<[string, object, RegExp]>([
    [
      'a type that cannot be tested',
      { serverType: 'paper' },
      /serverType must be one of|cannot be tested/,
    ],
    ['a type without credentials', { serverType: 'local' }, /need no credentials/],
    [
      'an unknown name',
      { credentials: { USERNAME: 'x', PASSWORD: 'y', COLOUR: 'z' } },
      /COLOUR is unknown/,
    ],
    [
      'half a way to sign in',
      { credentials: { USERNAME: 'x' } },
      /enough to sign in: DATACONTRACT_POSTGRES_USERNAME and/,
    ],
    [
      'the same twice',
      { credentials: { USERNAME: 'x', username: 'z', PASSWORD: 'y' } },
      /given twice/,
    ],
    ['an empty value', { credentials: { USERNAME: 'x', PASSWORD: '' } }, /PASSWORD/],
    ['another id', { id: 'else' }, /has the id 'else'/],
    ['no place', { place: '' }, /place/],
    ['an unknown member', { password: 'x' }, /password/],
  ])('is refused with %s', async (_, change, problem) => {
    const refused = await put(change, at('wrong'));
    expect([refused.status, refused.json.detail]).toEqual([422, expect.stringMatching(problem)]);
  });

  it('is one for each place', async () => {
    const twice = await put({}, at('second'));
    expect([twice.status, twice.json.code]).toEqual([409, 'already_exists']);
  });

  it('is changed by who may ingest for the team, each change in the audit trail without secrets', async () => {
    const { text: other } = await api.newKey('team', { teamId: 'other' });
    expect((await api.send('PUT', at(), { key: other, body: body() })).status).toBe(403);
    expect((await api.send('DELETE', at(), { key: other })).status).toBe(403);
    const { text: own } = await api.newKey('team', { teamId: 'checkout' });
    expect((await api.send('PUT', at(), { key: own, body: body() })).status).toBe(200);
    const events = await api.database.knex('events').where({ type: 'TeamConnectionUpdated' });
    expect(events.length).toBeGreaterThan(2);
    expect(JSON.parse(events.at(-1).data)).toMatchObject({
      connectionId: 'shop',
      place: shop.host,
    });
    const trail = (await api.send('GET', '/api/teams/checkout/audit')).json;
    expect(trail[0]).toMatchObject({ type: 'TeamConnectionUpdated', public: false });
    expect(trail[0].principal).toMatch(/^api-key:/);
    expect(JSON.stringify(events)).not.toContain(password);
    expect(events.some((event: { public: boolean }) => event.public)).toBe(false);
  });

  it('stands nowhere in the clear, neither in tables nor in logs', async () => {
    const stored = await everythingStored(api);
    expect(stored).toContain('team_connections');
    for (const text of [stored, log.join('\n')]) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(Buffer.from(password).toString('base64').slice(0, 20));
    }
  });

  it('opens in no other row: a copied ciphertext is an error that names no secret', async () => {
    await put({ place: 'copy.example.com' }, at('copy', 'other'));
    await api.database.knex.raw(
      `update team_connections set place = ?, credentials =
      (select credentials from team_connections where id = 'shop') where id = 'copy'`,
      [shop.host],
    );
    const tested = await test('theirs');
    expect(tested.json.result).toBe('error');
    expect(tested.json.logs.map(({ message }: { message: string }) => message).join()).toContain(
      'belongs to another row',
    );
    await api.send('DELETE', at('copy', 'other'));
  });

  it('ends by DELETE, and with its team', async () => {
    expect((await api.send('DELETE', at())).status).toBe(200);
    expect((await api.send('GET', '/api/teams/checkout/audit')).json[0].type).toBe(
      'TeamConnectionDeleted',
    );
    expect((await api.send('DELETE', at())).status).toBe(404);
    expect((await test('mine')).json.code).toBe('tests_not_configured');
    await api.send('PUT', '/api/teams/brief', { body: team('brief') });
    await put({}, at('x', 'brief'));
    await api.send('DELETE', '/api/teams/brief');
    expect(await api.database.knex('team_connections').where({ team_id: 'brief' })).toEqual([]);
  });

  it('needs SECRET_KEY', async () => {
    const bare = await startApi({ secretKey: undefined });
    try {
      await bare.send('PUT', '/api/teams/checkout', { body: team('checkout') });
      const refused = await bare.send('PUT', at(), { body: body() });
      expect([refused.status, refused.json.code]).toEqual([422, 'secret_key_missing']);
    } finally {
      await bare.stop();
    }
  });
});
