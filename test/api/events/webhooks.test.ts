import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { isSignedBy, startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let receiver: Receiver;

beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(
    api,
    {},
    {
      settings: { webhookAllowedHosts: ['127.0.0.1'], publicUrl: api.address },
    },
  );
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const { id } of (await api.send('GET', '/api/webhooks')).json)
    await api.send('DELETE', `/api/webhooks/${id}`);
  await receiver.stop();
});

const put = (body: object, id = 'hook') => api.send('PUT', `/api/webhooks/${id}`, { body });
const get = async (id = 'hook') => (await api.send('GET', `/api/webhooks/${id}`)).json;
const putTeam = async (id: string, name = id) => {
  const { status } = await api.send('PUT', `/api/teams/${id}`, { body: team(id, { name }) });
  expect(status).toBe(200);
};
const ledger = async (query = '') =>
  (await api.send('GET', `/api/webhooks/hook/deliveries${query}`)).json;
const all = (url = receiver.url) => ({ url, events: ['*'] });

describe('a webhook', () => {
  it('shows the secret that was made for it once', async () => {
    const made = await put(all());
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({ id: 'hook', ...all(), enabled: true, status: 'active' });
    expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const read = await get();
    expect(read).toEqual({ ...made.json, secret: undefined, example: undefined });
    const again = await put({ ...read, enabled: false });
    expect([again.status, again.text]).toEqual([200, '']);
    expect(await get()).toMatchObject({ enabled: false, status: 'disabled' });
    expect((await api.send('GET', '/api/webhooks')).json).toEqual([await get()]);
  });

  it.each([[{}], [{ enabled: null }], [{ enabled: true }]])(
    'is enabled by %j, and gives back each member once',
    async (more) => {
      await put({ ...all(), ...more, pausedAt: null });
      const { text, json } = await api.send('GET', '/api/webhooks/hook');
      expect(json.enabled).toBe(true);
      for (const name of Object.keys(json)) expect(text.split(`"${name}":`)).toHaveLength(2);
    },
  );

  it('is one of at most a hundred', async () => {
    const organizationId = await api.newOrganization('many');
    const { text: key } = await api.newKey('organization', { organizationId });
    await api.database.knex.raw(
      `insert into webhooks (organization_id, id, body, events, enabled, secret, cursor_seq, created_at, updated_at)
        select ?, n::text, '{}', '{}', false, '', 0, now(), now() from generate_series(1, 100) n`,
      [organizationId],
    );
    const answer = await api.send('PUT', '/api/webhooks/hook', { key, body: all() });
    expect([answer.status, answer.json.code]).toEqual([409, 'limit_reached']);
  });

  it('is one of at most a hundred, also when several come at once', async () => {
    const organizationId = await api.newOrganization('nearly');
    const { text: key } = await api.newKey('organization', { organizationId });
    await api.database.knex.raw(
      `insert into webhooks (organization_id, id, body, events, enabled, secret, cursor_seq, created_at, updated_at)
        select ?, n::text, '{}', '{}', false, '', 0, now(), now() from generate_series(1, 99) n`,
      [organizationId],
    );
    const ids = Array.from({ length: 8 }, (_, n) => `hook-${n}`);
    const answers = await Promise.all(
      ids.map((id) => api.send('PUT', `/api/webhooks/${id}`, { key, body: all() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it('shows no more than the host of its address to keys that only read', async () => {
    const url = `${receiver.url}/T0/B0?token=sesame`;
    await put({ ...all(url), owner: 'checkout' });
    const { text: key } = await api.newKey('organization_read');
    for (const path of ['', '/hook']) {
      const { status, text, json } = await api.send('GET', `/api/webhooks${path}`, { key });
      expect(status).toBe(200);
      expect(text).not.toContain('sesame');
      expect([json].flat()).toMatchObject([
        { id: 'hook', url: `http://${receiver.host}`, owner: 'checkout', status: 'active' },
      ]);
    }
    expect((await get()).url).toBe(url);
  });

  it('takes a secret of its client, and never shows it', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const made = await put({ ...all(), secret });
    expect([made.status, made.text]).toEqual([200, '']);
    await putTeam('own-secret');
    await until('it is sent', () => receiver.received.length > 0);
    expect(receiver.received.every((message) => isSignedBy(secret, message))).toBe(true);
    expect(JSON.stringify(await get())).not.toContain('secret');
  });

  it('stores and names members that it does not know, and ignores those of the server', async () => {
    const made = await put({ ...all(), owner: 'checkout', status: 'paused', pausedAt: 'x' });
    expect(made.headers.get('x-catalog-warnings')).toContain('owner');
    expect(await get()).toMatchObject({ owner: 'checkout', status: 'active', pausedAt: null });
  });

  it.each([
    [{}, 'events is required'],
    [{ url: 'ftp://x', events: ['*'] }, 'url must be an address with https or http'],
    [{ url: 'http://user:word@receiver.example.com', events: ['*'] }, 'user name'],
    [{ url: 'http://receiver.example.com', events: [] }, 'events must have at least 1 entry'],
    [
      { url: 'http://receiver.example.com', events: ['TeamCreatedEvnt'] },
      'events[0] is no type of event; the nearest are TeamCreatedEvent',
    ],
    [{ url: 'http://receiver.example.com', events: ['*', 'Nothing*'] }, 'events[1] is no type'],
    [{ url: 'http://receiver.example.com', events: ['*'], secret: 'short' }, 'secret must be'],
    [
      { url: 'http://receiver.example.com', events: ['*'], secret: 'whsec_c2VjcmV0' },
      'secret must be',
    ],
  ])('is refused as %j', async (body, reason) => {
    const { status, json } = await put(body);
    expect([status, json.code, json.detail]).toEqual([
      422,
      'invalid_body',
      expect.stringContaining(reason),
    ]);
  });

  it('is unknown before and behind its life, and lives in its organization alone', async () => {
    const organizationId = await api.newOrganization(`foreign-${Date.now()}`);
    const { text: key } = await api.newKey('organization', { organizationId });
    await put(all());
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ...['test', 'resume', 'rotate-secret'].map((verb) => ['POST', `/${verb}`]),
    ] as [string, string][]) {
      const answer = await api.send(method, `/api/webhooks/hook${path}`, { key });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await api.send('DELETE', '/api/webhooks/hook')).status).toBe(200);
    expect((await api.send('GET', '/api/webhooks/hook')).status).toBe(404);
    expect((await api.send('DELETE', '/api/webhooks/hook')).status).toBe(404);
  });

  it('leaves its story in the audit trail, and nothing of it in the feed', async () => {
    await put(all());
    await put({ ...all(), enabled: false });
    await api.send('POST', '/api/webhooks/hook/rotate-secret');
    await api.send('DELETE', '/api/webhooks/hook');
    const rows = await api.database
      .knex('events')
      .where({ subject_kind: 'webhook', subject_id: 'hook' })
      .orderBy('n', 'desc')
      .limit(4)
      .select('type', 'public', 'data');
    expect(rows.map(({ type }: { type: string }) => type)).toEqual([
      'WebhookDeleted',
      'WebhookSecretRotated',
      'WebhookUpdated',
      'WebhookCreated',
    ]);
    expect(JSON.stringify(rows)).not.toContain(receiver.host);
    expect(rows.some((row: { public: boolean }) => row.public)).toBe(false);
  });

  it('needs SECRET_KEY, and says so', async () => {
    const without = await startApi({ secretKey: undefined });
    const { status, json } = await without.send('PUT', '/api/webhooks/hook', { body: all() });
    expect([status, json.code]).toEqual([422, 'secret_key_missing']);
    expect(json.detail).toContain('SECRET_KEY');
    expect((await without.send('GET', '/api/webhooks')).json).toEqual([]);
    await without.stop();
  });
});

describe('what is sent', () => {
  it('is each event from now on, signed, as the feed shows it', async () => {
    await putTeam('before');
    await until(
      'the feed has it',
      async () => (await api.send('GET', '/api/events?subject=before')).json.length > 0,
    );
    const { secret } = (await put(all())).json;
    const before = Math.floor(Date.now() / 1000);
    await putTeam('behind');
    await putTeam('behind', 'Another name');
    const events = await until('both are in the feed', async () => {
      const { json } = await api.send('GET', '/api/events?subject=behind');
      return json.length === 2 && json;
    });
    await until('both were sent', () => receiver.received.length === 2);
    expect(receiver.received.map(({ event }) => event)).toEqual(events);
    for (const message of receiver.received) {
      const { headers, event } = message;
      expect(headers['webhook-id']).toBe(event.id);
      expect(headers['content-type']).toBe('application/cloudevents+json');
      const sentAt = Number(headers['webhook-timestamp']);
      expect(sentAt).toBeGreaterThanOrEqual(before);
      expect(sentAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
      expect(isSignedBy(secret, message)).toBe(true);
      expect(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, message)).toBe(false);
    }
    const rows = await until('the ledger knows', async () => {
      const found = await ledger('?status=delivered');
      return found.length === 2 && found;
    });
    expect(rows.map((row: { eventId: string }) => row.eventId)).toEqual(
      events.map(({ id }: { id: string }) => id).toReversed(),
    );
    expect(rows[0]).toMatchObject({ attempts: 1, lastStatus: 204, lastError: null, isTest: false });
  });

  it('is what was asked for, with or without prefix and by its beginning', async () => {
    const events = ['com.datamesh-manager.events.TeamDeletedEvent', 'SourceSystem*'];
    await put({ url: receiver.url, events });
    expect((await get()).events).toEqual(events);
    await putTeam('wanted');
    await api.send('PUT', '/api/sourcesystems/sales', {
      body: { name: 'x', owner: 'wanted' },
    });
    await api.send('DELETE', '/api/sourcesystems/sales');
    await api.send('DELETE', '/api/teams/wanted');
    await until('all were sent', () => receiver.received.length === 3);
    expect(receiver.received.map(({ event }) => event.type.split('.').at(-1)).sort()).toEqual([
      'SourceSystemCreatedEvent',
      'SourceSystemDeletedEvent',
      'TeamDeletedEvent',
    ]);
  });

  it('can be tried, also while nothing is sent, and once', async () => {
    const { secret } = (await put({ ...all(), enabled: false })).json;
    receiver.answer((response) => response.writeHead(500).end('not today'));
    const answer = await api.send('POST', '/api/webhooks/hook/test');
    expect([answer.status, answer.json]).toEqual([202, { id: expect.any(String) }]);
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`/api/webhooks/hook/deliveries/${answer.json.id}`);
    const [row] = await until('it has failed', async () => {
      const found = await ledger('?status=failed');
      return found.length === 1 && found;
    });
    expect(row).toMatchObject({
      isTest: true,
      attempts: 1,
      lastStatus: 500,
      lastError: 'HTTP 500',
      lastAnswer: 'not today',
      nextAttemptAt: null,
    });
    expect((await api.send('GET', location)).json).toMatchObject(row);
    for (const other of [
      'none',
      answer.json.id.replace(/.$/, 'x'),
      '0190a000-0000-7000-8000-000000000000',
    ])
      expect((await api.send('GET', `/api/webhooks/hook/deliveries/${other}`)).status).toBe(404);
    const [message] = receiver.received;
    expect(message?.event.type).toBe('com.datamesh-manager.events.WebhookTested');
    expect(message && isSignedBy(secret, message)).toBe(true);
    expect(await get()).toMatchObject({ failingSince: null, status: 'disabled' });
  });

  it.each([
    ['http://10.1.2.3/events', /10\.1\.2\.3:80 is a private address .* WEBHOOK_ALLOWED_HOSTS/],
    ['https://[::1]/events', /\[::1\]:443 is a private address/],
    ['http://localhost:9/events', /localhost:9 is a private address/],
    ['http://169.254.169.254/', /never contact/],
    ['https://example.com/events', undefined],
    ['https://8.8.8.8/events', undefined],
  ])('warns at PUT of %s if no delivery can reach it', async (url, warning) => {
    const { headers } = await put(all(url), 'private');
    if (warning === undefined) expect(headers.get('x-catalog-warnings')).toBeNull();
    else expect(headers.get('x-catalog-warnings')).toMatch(warning);
    await api.send('DELETE', '/api/webhooks/private');
  });

  it('is signed by both secrets for a day after a rotation', async () => {
    const former = (await put(all())).json.secret;
    const key = { 'idempotency-key': 'rotate-once' };
    const rotate = () => api.send('POST', '/api/webhooks/hook/rotate-secret', { headers: key });
    const begun = Date.now();
    const { json } = await rotate();
    expect((await rotate()).json.code).toBe('shown_only_once');
    expect(json.secret).not.toBe(former);
    expect(Date.parse(json.previousSecretUntil)).toBeGreaterThanOrEqual(begun + 24 * 3_600_000);
    await putTeam('rotated');
    await until('it was sent', () => receiver.received.length === 1);
    for (const secret of [former, json.secret])
      expect(receiver.received.every((message) => isSignedBy(secret, message))).toBe(true);
    const past = new Date(Date.now() - 1);
    await api.database.knex('webhooks').update({ previous_secret_until: past });
    await putTeam('rotated', 'A day later');
    const message = await until('it was sent', () => receiver.received[1]);
    expect([isSignedBy(json.secret, message), isSignedBy(former, message)]).toEqual([true, false]);
  });
});

it('keeps secrets out of answers, work, the audit trail and the database', async () => {
  const secret = `whsec_${Buffer.from('twenty-four bytes in all').toString('base64')}`;
  await put({ ...all(), secret });
  await putTeam('secretive');
  await until('it was sent', () => receiver.received.length > 0);
  const { json } = await api.send('POST', '/api/webhooks/hook/rotate-secret');
  const made = (await put(all(receiver.url), 'made')).json.secret;
  const { rows } = await api.database.knex.raw(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  let text = '';
  for (const { name } of rows as { name: string }[]) {
    const found = await api.database.knex.raw(`select t::text as text from "${name}" t`);
    text += found.rows.map((row: { text: string }) => row.text).join('\n');
  }
  expect(text).toContain('v1.');
  for (const path of ['', '/hook', '/hook/deliveries', '/made'])
    text += (await api.send('GET', `/api/webhooks${path}`)).text;
  for (const each of [secret, json.secret, made]) {
    expect(text).not.toContain(each);
    expect(text).not.toContain(each.slice('whsec_'.length));
  }
});
