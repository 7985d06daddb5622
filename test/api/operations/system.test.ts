import { insertBackup } from '../../../db/tables/operations/backups.ts';
import { newestStep } from '../../../db/schema-state.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer } from '../../support/servers/mail-server.ts';
import { startWorkers, testRedisUrl } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const secret = 'correct-horse-battery';
const smtpUrl = `smtp://postmaster:${secret}@mail.example.com:2525`;

let api: TestApi;
beforeEach(async () => {
  const attachmentStorage = {
    kind: 's3' as const,
    bucket: 'files',
    endpoint: undefined,
    region: 'x',
    prefix: '',
    accessKeyId: 'key-id',
    secretAccessKey: secret,
  };
  const redisUrl = testRedisUrl();
  const settings = { smtpUrl, mailFrom: 'Catalog <catalog@example.com>', attachmentStorage };
  api = await startApi({ redisUrl, ...settings });
});
afterEach(() => api.stop());

describe('GET /api/ops/system', () => {
  const read = async () => api.send('GET', '/api/ops/system');

  it('tells version, schema, checks, storage and mail, and no secret', async () => {
    const { json, text } = await read();
    expect(json).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      migrations: { newest: newestStep, pending: [], unknown: [] },
      storage: { kind: 's3', place: 'files', files: 0, bytes: 0, quotaMb: 1024 },
      mail: {
        configured: true,
        server: 'mail.example.com:2525',
        from: 'Catalog <catalog@example.com>',
        waiting: 0,
        failedLastDay: 0,
        lastSentAt: null,
      },
      may: { testMail: true },
      backup: null,
    });
    expect(json.commit === null || /^[0-9a-f]{40}$/.test(json.commit)).toBe(true);
    expect(json.migrations.applied).toBeGreaterThan(50);
    expect(json.database.bytes).toBeGreaterThan(1_000_000);
    const states = Object.fromEntries(
      json.checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
    );
    expect(states).toEqual({
      schema: 'ok',
      sealing: 'ok',
      'clock-skew': 'ok',
      redis: expect.stringMatching(/^(ok|warning)$/),
      attachments: 'ok',
      mail: 'ok',
      'sign-in': 'skipped',
      processes: 'failed',
      backup: 'warning',
    });
    expect(text).not.toMatch(new RegExp(`${secret}|postmaster|key-id`));
  });

  it('tells the age of the newest backup, and warns of an old one', async () => {
    const { knex } = api.database;
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const check = async () =>
      (await read()).json.checks.find(({ name }: { name: string }) => name === 'backup');
    await insertBackup(knex, { at: daysAgo(9), bytes: 7, attachments: 1, missing: 0 });
    expect(await check()).toMatchObject({
      state: 'warning',
      found: 'the newest backup is 9 days old',
    });
    await insertBackup(knex, { at: daysAgo(1), bytes: 9, attachments: 1, missing: 0 });
    const { backup } = (await read()).json;
    expect(backup).toMatchObject({ bytes: 9, missing: 0 });
    expect(backup.ageSeconds).toBeGreaterThanOrEqual(86_400);
    expect(await check()).toMatchObject({ state: 'ok' });
    await insertBackup(knex, { at: new Date(), bytes: 9, attachments: 1, missing: 2 });
    expect(await check()).toMatchObject({ state: 'warning', found: expect.stringContaining('2') });
  });

  it('names what is wrong with the schema, the processes and Redis', async () => {
    // An API that has seen a schema that fits goes on, also when a newer build migrates it.
    expect((await read()).status).toBe(200);
    await api.database.knex('migrations').insert({ name: '9999-from-the-future', batch: 99 });
    const { json } = await read();
    expect(json.migrations.unknown).toEqual(['9999-from-the-future']);
    const [schema] = json.checks;
    expect(schema).toMatchObject({ name: 'schema', state: 'failed' });
    const away = await startApi({ redisUrl: `redis://:${secret}@127.0.0.1:1` });
    const answer = await away.send('GET', '/api/ops/system');
    const redis = answer.json.checks.find(({ name }: { name: string }) => name === 'redis');
    expect(redis).toMatchObject({ state: 'failed', advice: expect.stringMatching(/REDIS_URL/) });
    expect(answer.text).not.toContain(secret);
    await away.stop();
  });

  it('is for those who operate the installation', async () => {
    const organizationId = await api.newOrganization('second');
    const other = (await api.newKey('organization', { organizationId })).text;
    expect((await api.send('GET', '/api/ops/system', { key: other })).status).toBe(403);
    const reader = (await api.newKey('organization_read')).text;
    const seen = await api.send('GET', '/api/ops/system', { key: reader });
    expect(seen.json.may).toEqual({ testMail: false });
  });
});

describe('POST /api/ops/mail-test', () => {
  let workers: TestWorkers | undefined;
  let mail: MailServer | undefined;
  afterEach(async () => {
    await workers?.stop();
    await mail?.stop();
    [workers, mail] = [undefined, undefined];
  });

  const test = (to: unknown, headers: Record<string, string> = {}) =>
    api.send('POST', '/api/ops/mail-test', { body: { to }, headers });
  const work = (url: string | undefined) => {
    workers = startWorkers(api, {}, { settings: { smtpUrl: url } });
  };

  it('sends one mail, and tells what the server answered', async () => {
    mail = await startMailServer();
    work(mail.url);
    const { status, json } = await test('ada@example.com');
    expect(status).toBe(200);
    expect(json).toMatchObject({ to: 'ada@example.com', outcome: 'sent' });
    expect(json.answer).toMatch(/^250 /);
    expect(json.seconds).toBeGreaterThanOrEqual(0);
    expect(mail.mails).toMatchObject([
      { to: ['ada@example.com'], subject: 'Test mail of Concordat' },
    ]);
    const again = { 'idempotency-key': 'once' };
    const first = await test('ada@example.com', again);
    expect((await test('ada@example.com', again)).json).toEqual(first.json);
    expect(mail.mails).toHaveLength(2);
  });

  it('tells a refusal, once, without the password', async () => {
    mail = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: ({ password }, _, done) => done(new Error(`Bad password ${password}`)),
    });
    work(mail.url.replace('smtp://', `smtp://postmaster:${secret}@`));
    const { json, text } = await test('ada@example.com');
    expect(json).toMatchObject({
      outcome: 'failed',
      answer: expect.stringMatching(/Bad password/),
    });
    expect(text).not.toContain(secret);
    const row = await api.database.knex('work').where({ id: json.workId }).first();
    expect([row.state, row.attempt]).toEqual(['DONE', 1]);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('tells that a recipient was refused, that no server is there, and that none is set', async () => {
    mail = await startMailServer({
      onRcptTo: (_, __, done) =>
        done(Object.assign(new Error('No such user'), { responseCode: 550 })),
    });
    work(mail.url);
    expect((await test('nobody@example.com')).json).toMatchObject({
      outcome: 'refused',
      answer: expect.stringMatching(/No such user/),
    });
    await workers?.stop();
    work('smtp://127.0.0.1:1');
    expect((await test('ada@example.com')).json).toMatchObject({
      outcome: 'failed',
      answer: expect.stringMatching(/ECONNREFUSED/),
    });
    await workers?.stop();
    work(undefined);
    expect((await test('ada@example.com')).json).toMatchObject({ outcome: 'not-configured' });
  });

  it('waits no longer than asked, and refuses what is no address', async () => {
    const waiting = await test('ada@example.com', { prefer: 'respond-async' });
    expect(waiting.status).toBe(202);
    expect(waiting.json).toMatchObject({ outcome: 'waiting', answer: null });
    const location = waiting.headers.get('location') ?? '';
    expect((await api.send('GET', location)).json).toMatchObject({ job: 'send-test-mail' });
    for (const to of ['', 'x', 'a@b, c@d', 'Ada <ada@example.com>', 'a@b\r\nBcc: c@d', 7])
      expect(await test(to)).toMatchObject({ status: 422, json: { code: 'invalid_body' } });
    expect((await test('nobody')).json.detail).toBe(
      "'nobody' is not an e-mail address: one address such as ada@example.com is needed.",
    );
    const reader = (await api.newKey('organization_read')).text;
    const body = { to: 'ada@example.com' };
    const refused = await api.send('POST', '/api/ops/mail-test', { key: reader, body });
    expect(refused.status).toBe(403);
  });
});
