import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';

let now = new Date('2026-11-20T12:00:00Z');
let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/teams/other', { body: team('other') });
});
beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z');
});
afterAll(() => api.stop());

const post = (body: unknown, options: { key?: string; headers?: Record<string, string> } = {}) =>
  api.send('POST', '/api/api-keys', { body, ...options });
const remove = (id: string, key = api.key) => api.send('DELETE', `/api/api-keys/${id}`, { key });
const works = async (key: string) => (await api.send('GET', '/api/teams', { key })).status === 200;

describe('POST /api/api-keys', () => {
  it('makes a team key, shows it once, and the key acts for its team alone', async () => {
    const made = await post({
      scope: 'team',
      teamId: 'checkout',
      displayName: 'Pipeline',
      expiresAt: '2026-12-31',
    });
    expect(made.status).toBe(201);
    const { organizationApiKeyId: id, key, ...rest } = made.json;
    expect(rest).toEqual({
      scope: 'team',
      teamId: 'checkout',
      displayName: 'Pipeline',
      email: null,
      expiresAt: '2026-12-31',
    });
    expect(key).toMatch(/^ck_t_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}$/);
    expect(made.headers.get('location')).toBe(`/api/api-keys/${id}`);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const put = (owner: string) =>
      api.send('PUT', `/api/datacontracts/of-${owner}`, {
        key,
        body: contract(`of-${owner}`, { team: { name: owner } }),
      });
    expect([(await put('checkout')).status, (await put('other')).status]).toEqual([200, 403]);
  });

  it.each([
    [{ scope: 'organization' }, 'ck_o_'],
    [{ scope: 'organization_read', displayName: null, teamId: null }, 'ck_or_'],
    [{ scope: 'team_read', teamId: 'checkout' }, 'ck_tr_'],
    [{ scope: 'user', email: 'ada@example.com' }, 'ck_u_'],
    [{ scope: 'user_read', email: 'ada@example.com', expiresAt: null }, 'ck_ur_'],
  ])('makes %j', async (wish, beginning) => {
    const { status, json } = await post(wish);
    expect(status).toBe(201);
    expect(json.displayName).toBe(`${wish.scope} key`);
    expect(json.key.startsWith(beginning)).toBe(true);
    expect(await works(json.key)).toBe(true);
  });

  it('makes a key although the wish has members that nobody knows, and names them', async () => {
    const known = await post({ scope: 'organization', expiresAt: null });
    expect(known.headers.get('x-catalog-warnings')).toBeNull();
    const made = await post({ scope: 'organization', expires_at: '2026-12-31', größe: 1 });
    expect([made.status, made.json.expiresAt]).toEqual([201, null]);
    expect(decodeURIComponent(made.headers.get('x-catalog-warnings') ?? '')).toBe(
      'Unknown members were ignored: expires_at, größe',
    );
  });

  it.each([
    [{}, /scope is required/],
    [{ scope: 'admin' }, /scope must be one of organization, /],
    [{ scope: 'team' }, /needs the id of an existing team/],
    [{ scope: 'team', teamId: 'unknown-team' }, /'unknown-team' does not exist/],
    [{ scope: 'team', teamId: 7 }, /teamId/],
    [{ scope: 'organization', teamId: 'checkout' }, /has no team/],
    [{ scope: 'user' }, /needs the e-mail address/],
    [{ scope: 'user', email: 'ada' }, /not an e-mail address/],
    [{ scope: 'organization', expiresAt: '2026-11-19' }, /in the past/],
    [{ scope: 'organization', expiresAt: '2027-02-30' }, /is no day/],
    [{ scope: 'organization', displayName: 'a\nb' }, /no line breaks/],
  ])('answers %j 400', async (wish, message) => {
    const { status, json } = await post(wish);
    expect([status, json.code]).toEqual([400, 'bad_request']);
    expect(json.detail).toMatch(message);
  });

  it('is for keys of the whole organization only', async () => {
    const others = [
      await api.newKey('team', { teamId: 'checkout' }),
      await api.newKey('user', { email: 'ada@example.com' }),
      await api.newKey('organization_read'),
    ];
    for (const { text } of others) {
      const { status, json } = await post({ scope: 'team', teamId: 'checkout' }, { key: text });
      expect([status, json.code]).toEqual([403, 'permission_denied']);
    }
  });

  it('stops at 100 working keys', async () => {
    const organizationId = await api.newOrganization('full');
    const { text: key, id } = await api.newKey('organization', { organizationId });
    for (let count = 1; count < 100; count++) await api.newKey('organization', { organizationId });
    const full = await post({ scope: 'organization' }, { key });
    expect([full.status, full.json.code]).toEqual([409, 'limit_reached']);
    const { json } = await api.send('GET', '/api/api-keys', { key });
    const oldest = json.find((each: any) => each.organizationApiKeyId !== id);
    expect((await remove(oldest.organizationApiKeyId, key)).status).toBe(204);
    expect((await post({ scope: 'organization' }, { key })).status).toBe(201);
  });

  it('repeated with its Idempotency-Key makes no second key and does not show the first again', async () => {
    const headers = { 'idempotency-key': 'one-key' };
    const wish = { scope: 'team', teamId: 'checkout', displayName: 'Only once' };
    const first = await post(wish, { headers });
    expect(first.status).toBe(201);
    const again = await post(wish, { headers });
    expect([again.status, again.json.code]).toEqual([409, 'shown_only_once']);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.text).not.toContain(first.json.key);
    const other = await post({ ...wish, displayName: 'Other' }, { headers });
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
    const { json } = await api.send('GET', '/api/api-keys');
    expect(json.filter((each: any) => each.displayName === 'Only once')).toHaveLength(1);
    await expectNowhere(first.json.key);
  });

  it('stores no wish that was refused as if it had been fulfilled', async () => {
    const headers = { 'idempotency-key': 'refused' };
    const wish = { scope: 'team', teamId: 'later' };
    expect((await post(wish, { headers })).status).toBe(400);
    expect((await post(wish, { headers })).status).toBe(400);
  });
});

/** Looks into every row of every table for the secret part of the key. */
async function expectNowhere(key: string): Promise<void> {
  const secret = key.split('_').at(-1) ?? '';
  expect(secret).toHaveLength(32);
  const { rows } = await api.database.knex.raw(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(15);
  for (const { name } of rows) {
    const found = await api.database.knex.raw(
      `select count(*) as count from ${name} t where t::text like ?`,
      [`%${secret}%`],
    );
    expect(`${name}: ${found.rows[0].count}`).toBe(`${name}: 0`);
  }
}

describe('GET /api/api-keys', () => {
  it('lists keys with their state, page by page, and never a secret', async () => {
    const { key } = (await post({ scope: 'organization', displayName: 'Secret' })).json;
    const expired = await api.newKey('organization', { expiresOn: '2020-01-01' });
    const list = await api.send('GET', '/api/api-keys');
    const [, publicPart = '', secret = ''] = /_(.{8})_(.{32})$/.exec(key) ?? [];
    expect(list.text).not.toContain(secret);
    expect(list.text).not.toContain(publicPart);
    const states = Object.fromEntries(
      list.json.map((each: any) => [each.organizationApiKeyId, each.state]),
    );
    expect(states[expired.id]).toBe('expired');
    const first = await api.send('GET', '/api/api-keys?size=2');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.send('GET', next.slice(api.address.length));
    expect([...first.json, ...second.json]).toEqual(list.json.slice(0, 4));
    expect((await api.send('GET', '/api/api-keys?after=x')).status).toBe(400);
  });

  it('is for keys of the whole organization, reading ones too', async () => {
    const list = async (key: string) => (await api.send('GET', '/api/api-keys', { key })).status;
    expect(await list((await api.newKey('organization_read')).text)).toBe(200);
    expect(await list((await api.newKey('team', { teamId: 'checkout' })).text)).toBe(403);
    expect(await list((await api.newKey('user_read', { email: 'a@b.de' })).text)).toBe(403);
  });
});

describe('DELETE /api/api-keys/{id}', () => {
  it('ends a key at once, and only once', async () => {
    const { organizationApiKeyId: id, key } = (await post({ scope: 'organization' })).json;
    expect(await works(key)).toBe(true);
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    await until('the key is refused', async () => !(await works(key)));
    for (const unknown of [id, 'x', '0190a000-0000-7000-8000-000000000000'])
      expect((await remove(unknown)).status).toBe(404);
    const { rows } = await api.database.knex.raw(
      `select type, request_id is not null as named from events where subject_id = ? order by n`,
      [id],
    );
    expect(rows).toEqual([
      { type: 'ApiKeyCreated', named: true },
      { type: 'ApiKeyRevoked', named: true },
    ]);
  });

  it('is allowed with RESOURCES_EDIT on the team of the key, and to people for their own keys', async () => {
    const members = [
      { emailAddress: 'ed@example.com', role: 'Editor' },
      { emailAddress: 'mo@example.com', role: 'Member' },
    ];
    await api.send('PUT', '/api/teams/owners', { body: team('owners', { members }) });
    const ofTeam = () => api.newKey('team', { teamId: 'owners' });
    const person = async (email: string) => (await api.newKey('user', { email })).text;
    const outsider = (await api.newKey('team', { teamId: 'other' })).text;
    expect((await remove((await ofTeam()).id, outsider)).json.code).toBe('permission_denied');
    expect((await remove((await ofTeam()).id, await person('mo@example.com'))).status).toBe(403);
    expect((await remove((await ofTeam()).id, await person('ed@example.com'))).status).toBe(204);
    const own = await ofTeam();
    expect((await remove(own.id, own.text)).status).toBe(204);
    const personal = await api.newKey('user_read', { email: 'Mo@example.com' });
    expect((await remove(personal.id, await person('ed@example.com'))).status).toBe(403);
    expect((await remove(personal.id, await person('mo@example.com'))).status).toBe(204);
    const whole = await api.newKey('organization');
    expect((await remove(whole.id, outsider)).status).toBe(403);
  });

  it('does not reach keys of another organization', async () => {
    const organizationId = await api.newOrganization('elsewhere');
    const theirs = (await api.newKey('organization', { organizationId })).text;
    const { id, text } = await api.newKey('organization');
    expect((await remove(id, theirs)).status).toBe(404);
    const { json } = await api.send('GET', '/api/api-keys', { key: theirs });
    expect(json).toHaveLength(1);
    expect(await works(text)).toBe(true);
  });
});

describe('the end of a key', () => {
  it('is the end of its last day in UTC', async () => {
    const { key } = (await post({ scope: 'organization', expiresAt: '2026-11-20' })).json;
    now = new Date('2026-11-20T23:59:59.999Z');
    expect(await works(key)).toBe(true);
    now = new Date('2026-11-21T00:00:00.000Z');
    expect(await works(key)).toBe(false);
  });

  it('comes with the deletion of its team, also when the id is used again', async () => {
    await api.send('PUT', '/api/teams/short', { body: team('short') });
    const { text } = await api.newKey('team', { teamId: 'short' });
    expect(await works(text)).toBe(true);
    const steps: TestAnswer[] = [
      await api.send('DELETE', '/api/teams/short'),
      await api.send('PUT', '/api/teams/short', { body: team('short') }),
    ];
    expect(steps.map(({ status }) => status)).toEqual([200, 200]);
    await until('the key is refused', async () => !(await works(text)));
  });
});

it('never outlives a team that is deleted while it is made', async () => {
  for (let round = 0; round < 20; round++) {
    await api.send('PUT', '/api/teams/brief', { body: team('brief') });
    const body = { scope: 'team', teamId: 'brief', displayName: `Round ${round}` };
    const [made, deleted] = await Promise.all([
      api.send('POST', '/api/api-keys', { body }),
      api.send('DELETE', '/api/teams/brief'),
    ]);
    expect([200, 201, 400]).toContain(made.status);
    expect(deleted.status).toBe(200);
    await api.send('PUT', '/api/teams/brief', { body: team('brief') });
    if (made.status === 400) continue;
    const key = made.json.key as string;
    expect((await api.send('GET', '/api/teams/brief', { key })).status).toBe(403);
  }
});
