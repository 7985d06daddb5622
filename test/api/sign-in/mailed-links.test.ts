import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { createCookieJar } from '../../support/http/cookie-jar.ts';
import type { CookieJar } from '../../support/http/cookie-jar.ts';
import { team } from '../../support/builders/contracts.ts';
import { captureLog, everythingStored } from '../../support/everything.ts';
import { startMailServer } from '../../support/servers/mail-server.ts';
import type { MailServer, ReceivedMail } from '../../support/servers/mail-server.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

const log = captureLog();
let mails: MailServer;
let api: TestApi;
let workers: TestWorkers;
const members = [
  { emailAddress: 'Ada@Example.com', role: 'Owner' },
  { emailAddress: 'bob@example.com', role: 'Member' },
];

beforeAll(async () => {
  mails = await startMailServer();
  api = await startApi({ smtpUrl: mails.url, trustedProxies: 1 });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout', { members }) });
  const settings = { smtpUrl: mails.url, publicUrl: api.address };
  workers = startWorkers(api, {}, { settings });
});
afterAll(async () => {
  await workers?.stop();
  await api?.stop();
  await mails?.stop();
});
beforeEach(async () => {
  // A mail of the test before would count as one of this test.
  await workEnded();
  await api.database.knex('sign_in_limits').delete();
  await api.database.knex('sign_in_codes').delete();
  mails.mails.length = 0;
});

const ask = (
  email: unknown,
  { jar = createCookieJar(), host = '192.0.2.1', more = {} }: AskOptions = {},
) =>
  jar.send('POST', `${api.address}/ui/sign-in/mail`, {
    body: { email, ...more },
    headers: { 'x-forwarded-for': host },
  });
type AskOptions = { jar?: CookieJar; host?: string; more?: object };

const linkOf = ({ text }: ReceivedMail): URL =>
  new URL(/https?:\/\/\S+#code=\S+/.exec(text)?.[0] ?? '');
const codeOf = (mail: ReceivedMail): string => linkOf(mail).hash.replace('#code=', '');

async function receive(count = 1): Promise<ReceivedMail> {
  await until('the mail arrives', () => mails.mails.length >= count);
  return mails.mails[count - 1] as ReceivedMail;
}

const use = (code: string, jar = createCookieJar(), digits?: string) =>
  jar.send('POST', `${api.address}/ui/session`, {
    body: { code, ...(digits !== undefined && { digits }) },
  });

const workEnded = () =>
  until('all work has ended', async () => {
    const [row] = await api.database
      .knex('work')
      .where({ job: 'send-sign-in-link' })
      .whereIn('state', ['QUEUED', 'RUNNING'])
      .count();
    return Number(row?.count) === 0;
  });

describe('a mail with a sign-in link', () => {
  it('signs in the person in the browser that asked', async () => {
    const jar = createCookieJar();
    const more = { return: '/datacontracts/orders' };
    const asked = await ask('ADA@example.com', { jar, more });
    expect(asked.status).toBe(202);
    expect(asked.json.digits).toMatch(/^\d{6}$/);
    expect(asked.headers.get('set-cookie')).toMatch(
      /^concordat_sign_in=[\w-]{22}; HttpOnly; SameSite=Strict; Path=\/ui; Max-Age=600$/,
    );
    const mail = await receive();
    expect([mail.to, mail.subject]).toEqual([['ada@example.com'], 'Sign in to Concordat']);
    expect(linkOf(mail).href).toMatch(
      new RegExp(`^${api.address}/sign-in\\?return=%2Fdatacontracts%2Forders#code=[\\w-]{22}$`),
    );
    const { status, json } = await use(codeOf(mail), jar);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      principalName: 'ada@example.com',
      email: 'ada@example.com',
      method: 'mail',
      isOwner: false,
    });
    expect((await use(codeOf(mail), jar)).json.code).toBe('sign_in_code_invalid');
  });

  it('needs the digits in another browser', async () => {
    const { digits } = (await ask('ada@example.com')).json;
    const code = codeOf(await receive());
    const missing = await use(code);
    expect([missing.status, missing.json.code]).toEqual([403, 'sign_in_digits_required']);
    const wrong = await use(code, createCookieJar(), digits === '000000' ? '000001' : '000000');
    expect([wrong.json.code, wrong.json.triesLeft]).toEqual(['sign_in_digits_required', 4]);
    const other = createCookieJar();
    await ask('bob@example.com', { jar: other });
    expect((await use(code, other)).json.code).toBe('sign_in_digits_required');
    expect((await use(code, createCookieJar(), digits)).status).toBe(200);
  });

  it('is void after five wrong digits, also when they are tried at once', async () => {
    const { digits } = (await ask('ada@example.com')).json;
    const code = codeOf(await receive());
    const others = Array.from({ length: 20 }, (_, index) => String(index).padStart(6, '0'));
    const wrong = others.filter((each) => each !== digits).slice(0, 12);
    const answers = await Promise.all(wrong.map((each) => use(code, createCookieJar(), each)));
    const asked = answers.filter(({ json }) => json.code === 'sign_in_digits_required');
    expect(asked.map(({ json }) => json.triesLeft).sort()).toEqual([1, 2, 3, 4]);
    expect((await use(code, createCookieJar(), digits)).json.code).toBe('sign_in_code_invalid');
  });

  it('stays usable in the browser that asks again', async () => {
    const jar = createCookieJar();
    await ask('ada@example.com', { jar });
    const first = codeOf(await receive());
    await ask('ada@example.com', { jar });
    const second = codeOf(await receive(2));
    expect((await use(first, jar)).status).toBe(200);
    expect((await use(second, jar)).status).toBe(200);
  });

  it('expires after ten minutes by the clock of Postgres', async () => {
    const jar = createCookieJar();
    const { json } = await ask('ada@example.com', { jar });
    const { knex } = api.database;
    const { rows } = await knex.raw(
      'select expires_at as "at", extract(epoch from expires_at - created_at)::int as seconds from sign_in_codes',
    );
    expect([rows[0].seconds, rows[0].at.toISOString()]).toEqual([600, json.expiresAt]);
    const code = codeOf(await receive());
    await knex('sign_in_codes').update({ expires_at: knex.raw('now()') });
    expect((await use(code, jar)).json.code).toBe('sign_in_code_invalid');
  });

  it('is not sent to addresses that no team knows, and the answer does not tell', async () => {
    const known = await ask('ada@example.com');
    const unknown = await ask('eve@example.com');
    const { digits, ...shape } = unknown.json;
    expect([unknown.status, Object.keys(shape), digits]).toEqual([
      known.status,
      ['expiresAt'],
      expect.stringMatching(/^\d{6}$/),
    ]);
    await workEnded();
    expect(mails.mails.flatMap(({ to }) => to)).toEqual(['ada@example.com']);
    const { knex } = api.database;
    const codes = await knex('sign_in_codes').orderBy('email').select('email', 'code_hash');
    expect(codes).toEqual([
      { email: 'ada@example.com', code_hash: expect.any(Buffer) },
      { email: 'eve@example.com', code_hash: null },
    ]);
  });

  it('writes the same statements for known and unknown addresses', async () => {
    const statementsOf = async (email: string) => {
      const seen: string[] = [];
      const note = ({ sql }: { sql: string }) => seen.push(sql);
      await workEnded();
      await workers.stop();
      api.database.knex.on('query', note);
      await ask(email);
      api.database.knex.removeListener('query', note);
      workers = startWorkers(api, {}, { settings: { smtpUrl: mails.url, publicUrl: api.address } });
      return seen;
    };
    const known = await statementsOf('ada@example.com');
    expect(known.length).toBeGreaterThan(3);
    expect(await statementsOf('eve@example.com')).toEqual(known);
  });

  it('is not sent to the address of the local administrator, whoever names it', async () => {
    const email = 'local-administrator@concordat.invalid';
    const named = team('named', { members: [{ emailAddress: email, role: 'Member' }] });
    await api.send('PUT', '/api/teams/named', { body: named });
    expect((await ask(email)).status).toBe(202);
    await workEnded();
    expect(mails.mails).toEqual([]);
  });

  it.each([
    ['no address', 'ada', 422, 'invalid_body'],
    ['a number', 1, 422, 'invalid_body'],
    ['two lines', 'ada@example.com\r\nbcc: eve@example.com', 422, 'invalid_body'],
    ['nothing', undefined, 422, 'invalid_body'],
  ])('refuses %s', async (_, email, status, code) => {
    const answer = await ask(email);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('cannot be requested by pages of other sites, nor without a mail server', async () => {
    const { status, json } = await createCookieJar().send(
      'POST',
      `${api.address}/ui/sign-in/mail`,
      {
        body: { email: 'ada@example.com' },
        headers: { origin: 'https://evil.example.com' },
      },
    );
    expect([status, json.code]).toEqual([403, 'cross_site_request']);
    const other = await startApi();
    const body = { email: 'ada@example.com' };
    const refused = await other.send('POST', '/ui/sign-in/mail', { key: null, body });
    expect([refused.status, refused.json.code]).toEqual([404, 'not_found']);
    await other.stop();
  });
});

describe('the limits of an hour', () => {
  const age = () =>
    api.database.knex.raw(
      `update sign_in_limits set attempts = array(select t - interval '1 hour' from unnest(attempts) t)`,
    );

  it('are five mails for an address, also when they are requested at once', async () => {
    const ask8 = Array.from({ length: 8 }, (_, index) =>
      ask('Ada@example.com', { host: `192.0.2.${index}` }),
    );
    const answers = await Promise.all(ask8);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.json.code).toBe('too_many_requests');
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect((await ask('bob@example.com')).status).toBe(202);
    await age();
    expect((await ask('ada@example.com')).status).toBe(202);
  });

  it('are twenty mails for a host, whatever the address, and a client cannot choose its host', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        ask(`someone-${index}@example.com`, { host: `203.0.113.${index}, 192.0.2.7` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    // The refused requests are not counted for their addresses.
    const counted = await api.database.knex('sign_in_limits').select('*');
    expect(counted).toHaveLength(21);
    expect((await ask('someone@example.com', { host: '192.0.2.8' })).status).toBe(202);
  });
});

it('is forgotten with its counts an hour later, by the job that forgets sessions', async () => {
  const { knex } = api.database;
  await ask('ada@example.com');
  await workEnded();
  const forget = async () => {
    const name = 'forget-ui-sessions';
    const work = { organizationId: undefined, kind: 'housekeeping', job: name, key: name } as const;
    const now = new Date();
    await transact(api.database, (tx) =>
      requestWork(tx, { ...work, payload: {}, dueAt: now, now }),
    );
    await until('the job is done', async () => {
      const open = await knex('work').where({ job: name }).whereIn('state', ['QUEUED', 'RUNNING']);
      return open.length === 0;
    });
    const [codes, limits] = await Promise.all([knex('sign_in_codes'), knex('sign_in_limits')]);
    return [codes.length, limits.length];
  };
  expect(await forget()).toEqual([1, 2]);
  await knex('sign_in_codes').update({ expires_at: knex.raw('now()') });
  await knex('sign_in_limits')
    .limit(1)
    .update({ updated_at: knex.raw(`now() - interval '1 hour'`) });
  expect(await forget()).toEqual([0, 0]);
});

it('keeps codes and digits out of tables and logs', async () => {
  const jar = createCookieJar();
  const { json } = await ask('ada@example.com', { jar });
  const code = codeOf(await receive());
  const browser = jar.cookieOf(`${api.address}/ui/session`, 'concordat_sign_in') ?? '';
  const stored = await everythingStored(api);
  expect(stored).toContain('send-sign-in-link');
  for (const secret of [code, browser]) {
    expect(secret).toHaveLength(22);
    expect(stored).not.toContain(secret);
    expect(log.join('')).not.toContain(secret);
  }
  expect(log.join('')).not.toContain(json.digits);
  expect(log.join('')).not.toContain('ada@example.com');
});
