import { routes } from '../../../api/routes/index.ts';
import { deleteEndedUiSessions } from '../../../db/tables/organizations/ui-sessions.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { createClient } from '../../support/http/http-client.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

const log = captureLog();
let now = new Date();
let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const path = '/ui/session';
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const begin = (apiKey: unknown, headers: Record<string, string> = {}) =>
  api.send('POST', path, { key: null, body: { apiKey }, headers });
const look = (headers: Record<string, string>, key: string | null = null) =>
  api.send('GET', path, { key, headers });
const countOf = async () => (await api.database.knex('ui_sessions').select('*')).length;

describe('signing in', () => {
  it('gives a session that acts as the key, and tells who one is', async () => {
    const { id, text } = await api.newKey('team', { teamId: 'checkout' });
    const answer = await begin(text);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      principal: `api-key:${id}`,
      principalName: 'team',
      method: 'api-key',
      organizationId: api.organizationId,
      scope: 'team',
      teamId: 'checkout',
      email: null,
      isOwner: false,
      expiresAt: hours(12).toISOString(),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^concordat_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/ui; Max-Age=43200$/,
    );
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = await look({ cookie: `theme=dark; ${cookie}; a=b` });
    expect([again.status, again.json]).toEqual([200, answer.json]);
  });

  it.each(['organization', 'organization_read', 'user', 'user_read'] as const)(
    'works with a key of the scope %s',
    async (scope) => {
      const people = scope.startsWith('user') ? { email: 'ada@example.com' } : {};
      const { json } = await look(await signIn(api, (await api.newKey(scope, people)).text));
      expect(json).toMatchObject({ scope, email: people.email ?? null });
    },
  );

  it('sends the cookie over TLS only when the service is there', async () => {
    const other = await startApi({ publicUrl: 'https://catalog.example.com' });
    const { headers } = await other.send('POST', path, { body: { apiKey: other.key }, key: null });
    expect(headers.get('set-cookie')).toMatch(/; Secure$/);
    await other.stop();
  });

  it('is refused alike for every key that does not work', async () => {
    const revoked = await api.newKey('organization');
    await api.send('DELETE', `/api/api-keys/${revoked.id}`);
    const expired = await api.newKey('organization', { expiresOn: '2020-01-01' });
    const wrong = `${api.key.slice(0, -1)}${api.key.endsWith('a') ? 'b' : 'a'}`;
    for (const key of [revoked.text, expired.text, wrong, 'x', '']) {
      const { status, json, headers } = await begin(key);
      expect([status, json.code]).toEqual([403, 'api_key_invalid']);
      expect(json.detail).toBe('The API key was not found or not the expected value.');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it.each([
    ['nothing', undefined, 400, 'malformed_body'],
    ['no object', [], 422, 'invalid_body'],
    ['no key', {}, 422, 'invalid_body'],
    ['a number', { apiKey: 1 }, 422, 'invalid_body'],
    ['NUL', { apiKey: 'a\u0000' }, 422, 'invalid_text'],
    ['more', { apiKey: 'x', remember: true }, 422, 'invalid_body'],
    ['too much', { apiKey: 'x'.repeat(20_000) }, 413, 'payload_too_large'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await api.send('POST', path, { key: null, body });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('is not possible for pages of other sites', async () => {
    for (const origin of ['https://evil.example.com', 'null', `${api.address}.evil.example.com`]) {
      const { status, json } = await begin(api.key, { origin });
      expect([origin, status, json.code]).toEqual([origin, 403, 'cross_site_request']);
    }
    expect((await begin(api.key, { origin: api.address })).status).toBe(200);
  });

  it('makes a new session each time, also with the same Idempotency-Key, and keeps none of the answers', async () => {
    const headers = { 'idempotency-key': 'again' };
    const [one, other] = [await begin(api.key, headers), await begin(api.key, headers)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.headers.get('set-cookie')).not.toBe(other.headers.get('set-cookie'));
    expect(await api.database.knex('idempotency_keys').select('*')).toEqual([]);
  });
});

describe('a session', () => {
  const expectEnded = async (headers: Record<string, string>) => {
    const { status, json, headers: answered } = await look(headers);
    expect([status, json.code]).toEqual([401, 'login_required']);
    expect(answered.get('www-authenticate')).toBe('Cookie cookie-name=concordat_session');
  };

  it('ends with the sign-out, and no other with it', async () => {
    const [headers, other] = [await signIn(api), await signIn(api)];
    const out = await api.send('DELETE', path, { key: null, headers });
    expect([out.status, out.text]).toEqual([204, '']);
    expect(out.headers.get('set-cookie')).toMatch(/^concordat_session=; .*Max-Age=0/);
    await expectEnded(headers);
    expect((await look(other)).status).toBe(200);
    await expectEnded({});
    await expectEnded({ cookie: 'concordat_session=' });
    await expectEnded({ cookie: `concordat_session=${'x'.repeat(43)}` });
  });

  it('ends with the revocation of its key, at once', async () => {
    const { id, text } = await api.newKey('organization');
    const headers = await signIn(api, text);
    expect((await look(headers)).status).toBe(200);
    await api.send('DELETE', `/api/api-keys/${id}`);
    await expectEnded(headers);
  });

  it('ends with the last day of its key, and after twelve hours', async () => {
    const before = now;
    now = new Date('2030-05-01T20:00:00Z');
    const { text } = await api.newKey('organization', { expiresOn: '2030-05-01' });
    const [short, long] = [await signIn(api, text), await signIn(api)];
    now = new Date('2030-05-02T00:00:00Z');
    await expectEnded(short);
    expect((await look(long)).status).toBe(200);
    now = new Date('2030-05-02T07:59:59Z');
    expect((await look(long)).status).toBe(200);
    now = new Date('2030-05-02T08:00:00Z');
    await expectEnded(long);
    now = before;
  });

  it('may no more than its key', async () => {
    const { text } = await api.newKey('organization_read');
    const headers = await signIn(api, text);
    const { status, json } = await api.send('POST', '/ui/integrations/x/run', {
      key: null,
      headers,
    });
    expect([status, json.code]).toEqual([403, 'permission_denied']);
  });

  it('is deleted when it has ended, and only then', async () => {
    await api.database.knex('ui_sessions').delete();
    const { id, text } = await api.newKey('organization');
    await signIn(api, text);
    await signIn(api);
    await api.send('DELETE', `/api/api-keys/${id}`);
    const forget = (end: Date, today: string, limit = 10) =>
      transact(api.database, (tx) => deleteEndedUiSessions(tx, { now: end, today }, limit));
    expect(await forget(now, now.toISOString().slice(0, 10))).toBe(1);
    expect(await countOf()).toBe(1);
    await signIn(api);
    const later = hours(12);
    expect(await forget(later, later.toISOString().slice(0, 10), 1)).toBe(1);
    const workers = startWorkers(api, {}, { runnerClock: { now: () => later } });
    const name = 'forget-ui-sessions';
    const work = { organizationId: undefined, kind: 'housekeeping', job: name, key: name } as const;
    await transact(api.database, (tx) =>
      requestWork(tx, { ...work, subjectId: undefined, payload: {}, dueAt: now, now }),
    );
    await until('the last one is deleted', async () => (await countOf()) === 0);
    await workers.stop();
  });
});

describe('routes of the web UI', () => {
  const ofSession = routes.filter(({ access }) => access === 'session');
  const named = ofSession.map(({ method, path }) => [method, path] as const);
  const at = (path: string) => path.replaceAll(/:\w+/g, 'none');

  it('are those below /ui, and sessions are good for no others', async () => {
    expect(ofSession.length).toBeGreaterThan(10);
    const isSignIn = (path: string) => /^\/ui\/(session$|sign-in)/.test(path);
    for (const { access, path } of routes)
      expect([path, access === 'session' || isSignIn(path)]).toEqual([
        path,
        path.startsWith('/ui/'),
      ]);
    const headers = await signIn(api);
    const { status, json } = await api.send('GET', '/api/teams', { key: null, headers });
    expect([status, json.code]).toEqual([403, 'api_key_missing']);
  });

  it.each(named)('%s %s takes no key', async (method, path) => {
    for (const [name, value] of [
      ['x-api-key', api.key],
      ['authorization', `Bearer ${api.key}`],
      ['cookie', `concordat_session=${api.key}`],
    ] as const) {
      const headers = { [name]: value, 'x-requested-with': 'concordat' };
      const { status, json } = await api.send(method, at(path), { key: null, headers });
      expect([name, status, json.code]).toEqual([name, 401, 'login_required']);
    }
  });

  it.each(named.filter(([method]) => method !== 'GET'))(
    '%s %s wants to come from a page of ours',
    async (method, path) => {
      const { cookie = '' } = await signIn(api);
      const client = createClient(api, { cookie, host: 'localhost:1234' });
      const foreign = [
        {},
        { 'x-requested-with': 'XMLHttpRequest' },
        { origin: 'null' },
        { origin: 'https://evil.example.com' },
        { origin: 'http://localhost:1235' },
        { referer: api.address },
      ];
      for (const headers of foreign) {
        const { status, json } = await client(method, at(path), undefined, headers);
        expect([headers, status, json.code]).toEqual([headers, 403, 'cross_site_request']);
      }
      const own = [{ origin: api.address }, { origin: 'http://localhost:1234' }];
      for (const headers of own.slice(path === '/ui/session' ? 1 : 0)) {
        const { json } = await client(method, at(path), undefined, headers);
        expect(json?.code).not.toBe('cross_site_request');
      }
    },
  );

  it('trust no other address than their own when there is TLS', async () => {
    const other = await startApi({ publicUrl: 'https://catalog.example.com' });
    const { cookie = '' } = await signIn(other);
    const client = createClient(other, { cookie, host: 'catalog.example.com' });
    const run = (origin: string) =>
      client('POST', '/ui/integrations/none/run', undefined, { origin });
    expect((await run('http://catalog.example.com')).json.code).toBe('cross_site_request');
    expect((await run('https://catalog.example.com')).json.code).toBe('not_found');
    await other.stop();
  });
});

it('tells keys and tokens to nobody: no table, no log', async () => {
  const { text } = await api.newKey('organization');
  const { cookie = '' } = await signIn(api, text);
  await look({ cookie });
  await begin(`${text.slice(0, -1)}!`);
  const token = cookie.split('=')[1] ?? '';
  expect(token).toHaveLength(43);
  const stored = await everythingStored(api);
  expect(stored).toContain('UiSessionStarted');
  expect(log.join('')).toContain('/ui/session');
  const secrets = [token, text, text.split('_')[3] ?? '', Buffer.from(token).toString('hex')];
  for (const secret of secrets) {
    expect(stored).not.toContain(secret);
    expect(log.join('')).not.toContain(secret);
  }
});
