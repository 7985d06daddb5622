import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';

let now = new Date('2026-11-20T23:00:00Z');
let api: TestApi;
let ada: Record<string, string>;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { name: 'Checkout' }) });
  ada = await signInAsPerson(api, 'ada@example.com', { name: 'Ada Lovelace', now });
});
beforeEach(() => {
  now = new Date('2026-11-20T23:00:00Z');
});
afterAll(() => api.stop());

const create = async (body: object) => (await api.send('POST', '/api/api-keys', { body })).json;
const list = async (query: string) => (await api.send('GET', `/api/api-keys?${query}`)).json;
const asAda = (method: string, path: string, body?: unknown) =>
  api.send(method, path, { key: null, headers: ada, body });
const names = async (query: string) =>
  (await list(query)).map(({ displayName }: { displayName: string }) => displayName);

describe('the list of keys', () => {
  it('is filtered by team, person, scope, state and name, and names what it shows', async () => {
    await create({ scope: 'team', teamId: 'checkout', displayName: 'Pipeline' });
    await create({ scope: 'team_read', teamId: 'checkout', displayName: 'Reader 100%' });
    await create({ scope: 'user', email: 'Ada@example.com', displayName: 'Note book' });
    const ends = { expiresAt: '2026-11-20', displayName: 'Short' };
    await create({ scope: 'user_read', email: 'bob@example.com', ...ends });
    const old = await create({ scope: 'organization', displayName: 'Old' });
    await api.send('DELETE', `/api/api-keys/${old.organizationApiKeyId}`);
    now = new Date('2026-11-21T12:00:00Z');
    expect(await names('teamId=checkout')).toEqual(['Pipeline', 'Reader 100%']);
    expect(await names('email=ADA@example.com')).toEqual(['Note book']);
    expect(await names('scope=team_read')).toEqual(['Reader 100%']);
    expect(await names('state=expired')).toEqual(['Short']);
    expect(await names('state=revoked')).toEqual(['Old']);
    expect(await names('state=working&teamId=checkout&q=100%25')).toEqual(['Reader 100%']);
    expect(await names('q=NOTE')).toEqual(['Note book']);
    expect(await list('teamId=checkout&scope=team')).toMatchObject([
      { teamName: 'Checkout', personName: null, createdByName: 'organization' },
    ]);
    expect(await list('email=ada@example.com')).toMatchObject([{ personName: 'Ada Lovelace' }]);
    const first = await api.send('GET', '/api/api-keys?teamId=checkout&size=1');
    const link = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const next = await api.send('GET', link.slice(api.address.length));
    expect(next.json).toMatchObject([{ displayName: 'Reader 100%' }]);
    const bad = await api.send('GET', '/api/api-keys?state=x');
    expect([bad.status, bad.json.code]).toEqual([400, 'bad_request']);
  });
});

describe('the use of a key', () => {
  it('counts each request once, those of its sessions and failed ones too, by day', async () => {
    const { key, organizationApiKeyId: id } = await create({
      scope: 'organization',
      displayName: 'Counted',
    });
    await api.recordKeyUses();
    const session = await signIn(api, key);
    await api.send('GET', '/api/teams', { key });
    await api.send('GET', '/api/teams/none', { key });
    const events = await openEvents({ port: api.port, path: '/api/events' }, '', {
      'x-api-key': key,
    });
    events.close();
    now = new Date('2026-11-21T00:00:00Z');
    await api.send('GET', '/ui/me', { key: null, headers: session });
    const before = await list('q=Counted');
    expect(before[0].uses.requests).toBe(0);
    await api.recordKeyUses();
    await api.send('GET', '/api/teams', { key });
    await api.recordKeyUses();
    const [counted] = await list('q=Counted');
    expect(counted).toMatchObject({
      organizationApiKeyId: id,
      uses: {
        requests: 5,
        failed: 1,
        days: [
          { day: '2026-11-20', requests: 3 },
          { day: '2026-11-21', requests: 2 },
        ],
      },
    });
    const ofOne = await api.database.knex('api_key_uses').where({ api_key_id: id });
    expect(ofOne).toHaveLength(2);
    now = new Date('2027-01-01T00:00:00Z');
    expect((await list('q=Counted'))[0].uses).toEqual({ requests: 0, failed: 0, days: [] });
  });

  it('costs no write for a request', async () => {
    const { text: key } = await api.newKey('organization');
    await api.send('GET', '/api/teams', { key });
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => void statements.push(sql);
    api.database.knex.on('query', note);
    for (let request = 0; request < 20; request += 1) await api.send('GET', '/api/teams', { key });
    api.database.knex.removeListener('query', note);
    expect(statements.filter((sql) => /\b(insert|update)\b/.test(sql))).toEqual([]);
  });
});

describe('own keys of a person', () => {
  it('act for the person, are listed to the person alone, and end at once', async () => {
    const made = await asAda('POST', '/ui/me/keys', { scope: 'user_read', displayName: 'Own' });
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { key, organizationApiKeyId: id } = made.json;
    expect(made.json).toMatchObject({ scope: 'user_read', email: 'ada@example.com' });
    expect((await api.send('GET', '/api/teams', { key })).status).toBe(200);
    expect((await api.send('PUT', '/api/teams/x', { key, body: team('x') })).status).toBe(403);
    const own = await asAda('GET', '/ui/me/keys');
    expect(own.json.at(-1)).toMatchObject({
      organizationApiKeyId: id,
      personName: 'Ada Lovelace',
      createdByName: 'Ada Lovelace',
    });
    expect(own.text).not.toContain(key);
    const bob = await signInAsPerson(api, 'bob@example.com', { now });
    const asBob = (method: string, path: string) =>
      api.send(method, path, { key: null, headers: bob });
    expect((await asBob('GET', '/ui/me/keys')).text).not.toContain(id);
    expect((await asBob('DELETE', `/ui/me/keys/${id}`)).status).toBe(404);
    expect((await asAda('DELETE', `/ui/me/keys/${id}`)).status).toBe(204);
    const refused = await asAda('DELETE', '/ui/me/keys/x');
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found']);
  });

  it('are limited to ten, and to scopes of people', async () => {
    const cleo = await signInAsPerson(api, 'cleo@example.com', { now });
    const ask = (body: object) =>
      api.send('POST', '/ui/me/keys', { key: null, headers: cleo, body });
    const wish = { scope: 'user', displayName: 'One of many' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(wish)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(10).fill(201), 409, 409]);
    for (const body of [
      { scope: 'organization', displayName: 'x' },
      { scope: 'user', displayName: ' ' },
      { scope: 'user', displayName: 'x', email: 'ada@example.com' },
      { scope: 'user', displayName: 'x', expiresAt: '2026-11-19' },
    ]) {
      const { status, json } = await ask(body);
      expect([status, json.code]).toEqual([422, 'invalid_body']);
    }
  });

  it('are not for sessions of API keys', async () => {
    const { text } = await api.newKey('user', { email: 'ada@example.com' });
    const session = await signIn(api, text);
    const ask = (method: string, body?: unknown) =>
      api.send(method, '/ui/me/keys', { key: null, headers: session, body });
    for (const { status, json } of [
      await ask('GET'),
      await ask('POST', { scope: 'user', displayName: 'x' }),
    ]) {
      expect([status, json.code]).toEqual([403, 'permission_denied']);
    }
  });
});
