import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { routes } from '../../../api/routes/index.ts';
import { answersProblems } from '../../support/http/problem-shape.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let kate: Person;
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const log = captureLog();

beforeAll(async () => {
  api = await startApi({}, clock);
  kate = await newPerson(api, 'KateMcCallister');
});
afterAll(() => api.stop());
afterEach(() => {
  clock.aheadMs = 0;
});

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  api.send(method, path, { key: null, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const guarded = messagingRoutes.filter(({ access }) => access === 'token');
const anyRoute = '/v1/contacts';

const newToken = (body: unknown, key = api.key) =>
  api.send('POST', '/api/messaging/tokens', { body, key });

describe('"Every request carries the header `Authorization: Bearer <ACCESS_TOKEN>`"', () => {
  it('on every route below /v1 but its description and what errors mean', () => {
    const open = messagingRoutes.filter(({ access }) => access !== 'token');
    expect(open.map(({ path }) => path).toSorted()).toEqual([
      '/v1/errors/api_error',
      '/v1/errors/invalid_request',
      '/v1/openapi.json',
      '/v1/openapi.yaml',
    ]);
    expect(guarded.length).toBeGreaterThan(20);
  });

  it('is asked for with 401 and WWW-Authenticate wherever it is missing, and keys and sessions of the catalog are none', async () => {
    const session = await signIn(api, api.key);
    for (const { method, path } of guarded) {
      const at = path.replace(/:\w+/g, 'SIuAFUNKdSYHZF2w');
      for (const headers of [{}, bearer(api.key), { 'x-api-key': api.key }, session]) {
        const answer = await ask(at, headers, method);
        expect([method, at, answer.status]).toEqual([method, at, 401]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.json).toEqual({
          type: 'invalid_request',
          message: expect.stringMatching(/token/),
          documentation_url: `${api.address}/v1/errors/invalid_request`,
        });
      }
    }
  });

  it('is refused alike when it is garbage, unknown, or has another secret', async () => {
    const others = [
      'x',
      'ct_12345678_short',
      `${kate.token.slice(0, -1)}${kate.token.endsWith('a') ? 'b' : 'a'}`,
    ];
    const unknown = kate.token.replace(/ct_.{8}/, 'ct_00000000');
    const answers = await Promise.all(
      [...others, unknown].map((token) => ask(anyRoute, bearer(token))),
    );
    for (const { status, text } of answers) expect([status, text]).toEqual([401, answers[0]?.text]);
    expect((await ask(anyRoute, { authorization: `bearer ${kate.token}` })).status).not.toBe(401);
    expect((await ask(anyRoute, { authorization: `Basic ${kate.token}` })).status).toBe(401);
  });

  it('opens nothing below /api: 403', async () => {
    for (const route of routes.filter(({ access }) => access === 'key')) {
      const at = route.path.replace(/[:*]\w+/g, 'x');
      const { status, json } = await ask(at, bearer(kate.token), route.method);
      const found = [route.method, at, status];
      if (!answersProblems(route)) expect([403, 401]).toContain(status);
      else expect([...found, json.code]).toEqual([route.method, at, 403, 'api_key_invalid']);
    }
  });
});

describe('errors of /v1', () => {
  it('have their own form, also where there is nothing and where a method is not possible', async () => {
    const nothing = await kate.send('GET', '/v1/nothing');
    expect([nothing.status, nothing.json.type]).toEqual([404, 'invalid_request']);
    const wrong = await ask('/v1/openapi.json', {}, 'DELETE');
    expect([wrong.status, wrong.json.type]).toEqual([405, 'invalid_request']);
    expect(wrong.headers.get('allow')).toContain('GET');
  });

  it('name a page that explains them', async () => {
    const { json } = await kate.send('GET', '/v1/nothing');
    const page = await fetch(json.documentation_url);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(await page.text()).toMatch(/^invalid_request: /);
    expect((await fetch(`${api.address}/v1/errors/other`)).status).toBe(404);
  });
});

describe('tokens', () => {
  it('are made of a contact by a key of the organization, shown once and stored nowhere', async () => {
    const contact = await api.send('POST', '/api/messaging/contacts', {
      body: { username: 'Gus', phone_number: '+1 555 0100' },
    });
    expect(contact.status).toBe(201);
    expect(contact.json).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      username: 'Gus',
      phone_number: '+1 555 0100',
      avatar_url: null,
      display_name: null,
      conversation_id: null,
      last_active_at: expect.any(Number),
      created_at: expect.any(Number),
    });
    const made = await newToken({ contactId: contact.json.id });
    expect(made.status).toBe(201);
    expect(Object.keys(made.json)).toEqual(['tokenId', 'token']);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await ask(anyRoute, bearer(made.json.token))).status).not.toBe(401);
    const secret = made.json.token.split('_')[2];
    expect(await everythingStored(api)).not.toContain(secret);
    const list = () => api.send('GET', `/api/messaging/tokens?contactId=${contact.json.id}`);
    const listed = await list();
    expect(listed.json).toEqual([
      {
        tokenId: made.json.tokenId,
        contactId: contact.json.id,
        username: 'Gus',
        state: 'working',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: null,
      },
    ]);
    expect(log.join('\n')).not.toContain(secret);
  });

  it('stop at their end', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { json } = await newToken({ contactId: kate.id, expiresAt });
    expect((await ask(anyRoute, bearer(json.token))).status).not.toBe(401);
    clock.aheadMs = 61_000;
    expect((await ask(anyRoute, bearer(json.token))).status).toBe(401);
    expect((await ask(anyRoute, bearer(kate.token))).status).not.toBe(401);
  });

  it('stop at once when they are revoked, and cannot be revoked again', async () => {
    const { json } = await newToken({ contactId: kate.id });
    expect((await ask(anyRoute, bearer(json.token))).status).not.toBe(401);
    const path = `/api/messaging/tokens/${json.tokenId}`;
    // The token is believed for five seconds; when they never pass, only the signal ends it.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    expect((await api.send('DELETE', path)).status).toBe(204);
    const isRefused = async () => (await ask(anyRoute, bearer(json.token))).status === 401;
    await until('the token is refused', isRefused);
    jest.restoreAllMocks();
    expect((await api.send('DELETE', path)).status).toBe(404);
    expect((await api.send('DELETE', '/api/messaging/tokens/x')).status).toBe(404);
    const { rows } = await api.database.knex.raw(
      'select type, principal, public from events where subject_id = ? order by n',
      [json.tokenId],
    );
    const principal = expect.stringMatching(/^api-key:/);
    expect(rows).toEqual([
      { type: 'ContactTokenCreated', principal, public: false },
      { type: 'ContactTokenRevoked', principal, public: false },
    ]);
  });

  it('are refused for contacts that are not there, ends that are past, and keys that do not act for the organization', async () => {
    const unknown = await newToken({ contactId: 'SIuAFUNKdSYHZF2w' });
    expect([unknown.status, unknown.json.code]).toEqual([422, 'unknown_reference']);
    for (const expiresAt of ['2020-01-01T00:00:00Z', 'soon', 5]) {
      expect((await newToken({ contactId: kate.id, expiresAt })).status).toBe(422);
    }
    const { text: user } = await api.newKey('user', { email: 'eve@example.com' });
    const { text: reading } = await api.newKey('organization_read');
    for (const key of [user, reading]) {
      expect((await newToken({ contactId: kate.id }, key)).status).toBe(403);
      const contact = { username: 'Eve', phone_number: '+1 555 0101' };
      const answer = await api.send('POST', '/api/messaging/contacts', { body: contact, key });
      expect(answer.status).toBe(403);
    }
  });

  it('are not made when the wish has a member that nobody knows, such as a misspelt end', async () => {
    const path = `/api/messaging/tokens?contactId=${kate.id}`;
    const before = (await api.send('GET', path)).text;
    const answer = await newToken({ contactId: kate.id, expires_at: '2027-12-31T00:00:00Z' });
    expect([answer.status, answer.json.code]).toEqual([422, 'invalid_body']);
    expect(answer.json.detail).toMatch(/body has the unknown member 'expires_at'/);
    expect((await api.send('GET', path)).text).toBe(before);
  });

  it('belong to one organization: another sees neither them nor the contacts', async () => {
    const organizationId = await api.newOrganization('elsewhere');
    const { text: key } = await api.newKey('organization', { organizationId });
    expect((await newToken({ contactId: kate.id }, key)).status).toBe(422);
    const path = `/api/messaging/tokens/${kate.tokenId}`;
    expect((await api.send('DELETE', path, { key })).status).toBe(404);
    expect((await api.send('GET', '/api/messaging/tokens', { key })).json).toEqual([]);
    const same = { username: 'KateMcCallister', phone_number: '+1 555 0102' };
    const options = { body: same, key };
    expect((await api.send('POST', '/api/messaging/contacts', options)).status).toBe(201);
    const taken = await api.send('POST', '/api/messaging/contacts', { body: same });
    expect([taken.status, taken.json.code]).toEqual([409, 'name_taken']);
  });
});
