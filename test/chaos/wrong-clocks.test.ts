import type { Need } from '../../domain/operations/need.ts';
import { nextDue } from '../../domain/work/schedule.ts';
import { freePort } from '../../local/servers/free-port.ts';
import { access, fillForAccess } from '../support/builders/access.ts';
import { send } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { fakeTime } from '../support/chaos/fake-time.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet, Role } from '../support/chaos/fleet.ts';
import { createOrganizationKey } from '../support/chaos/installation.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import type { TestDatabase } from '../support/servers/database.ts';
import { testSecretKey } from '../support/sources/job-settings.ts';
import { smtpError, startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/servers/webhook-receiver.ts';
import type { Receiver } from '../support/servers/webhook-receiver.ts';

const roles: readonly Role[] = ['api', 'worker', 'clock'];
const wrongTime = { '+2h': fakeTime('+2h'), '-2h': fakeTime('-2h') };
type Shift = keyof typeof wrongTime;
const isInstalled = Object.values(wrongTime).every((env) => env !== undefined);
const hour = 3_600_000;
/** Back-off of mails and webhooks behind their first attempt. */
const firstBackoffMs = 5_000;

/** Processes of an installation whose clocks are wrong, and what they talk to. */
type Installation = {
  store: TestDatabase;
  redis: RedisDatabase;
  fleet: Fleet;
  mail: MailServer;
  receiver: Receiver;
  /** When a mail, and when a webhook, was tried. */
  triedAt: { mail: number[]; webhook: number[] };
  key: string;
  send: TestApi['send'];
};

let running: Installation | undefined;

beforeAll(() => ensureBuilt());
afterEach(async () => {
  if (!running) return;
  const { fleet, receiver, mail, redis, store } = running;
  running = undefined;
  await fleet.stop();
  await Promise.all([receiver.stop(), mail.stop(), redis.close()]);
  await store.drop();
});

/** One process of each kind for each shift; requests go to the first API. */
async function install(shifted: readonly Shift[]): Promise<Installation> {
  const triedAt = { mail: [] as number[], webhook: [] as number[] };
  const store = await createTestDatabase();
  const redis = await openRedisDatabase();
  const mail = await startMailServer({
    verdict: () => {
      triedAt.mail.push(Date.now());
      return Promise.resolve(smtpError(451, 'not now'));
    },
  });
  const receiver = await startReceiver();
  receiver.answer((response) => {
    triedAt.webhook.push(Date.now());
    response.writeHead(500).end();
  });
  const { knex } = store.database;
  const { key } = await createOrganizationKey(knex);
  const fleet = createFleet({
    DATABASE_URL: store.url,
    REDIS_URL: redis.url,
    SECRET_KEY: testSecretKey,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Concordat <concordat@example.com>',
    WEBHOOK_ALLOWED_HOSTS: receiver.host,
    LOG_LEVEL: 'warn',
  });
  const ports: number[] = [];
  for (const shift of shifted) {
    const port = await freePort();
    ports.push(port);
    const own = { ...wrongTime[shift], PORT: String(port) };
    for (const role of roles) fleet.start(`${role} ${shift}`, role, own);
  }
  const address = `http://127.0.0.1:${ports[0]}`;
  const installation: Installation = {
    store,
    redis,
    fleet,
    mail,
    receiver,
    triedAt,
    key,
    send: (method, path, options) => send(`${address}${path}`, method, { key, ...options }),
  };
  running = installation;
  await until('all are there', async () => {
    const ready = await fetch(`${address}/health/ready`).catch(() => undefined);
    const living = await knex('processes').select('id');
    return ready?.status === 200 && living.length === fleet.members.length;
  });
  return installation;
}

type Step = (installation: Installation) => Promise<void>;

/** The first mail and the first webhook fail, and are tried again no earlier than they should be. */
const backsOff: Step = async ({ send: ask, receiver, triedAt }) => {
  const hook = { url: receiver.url, events: ['TeamCreatedEvent'] };
  expect((await ask('PUT', '/api/webhooks/hook', { body: hook })).status).toBe(200);
  const wanted = { id: 'late', name: 'late', type: 'Team' };
  expect((await ask('PUT', '/api/teams/late', { body: wanted })).status).toBe(200);
  const approved = access('refused', { status: 'approved' });
  expect((await ask('PUT', '/api/access/refused', { body: approved })).status).toBe(200);
  const report = `/api/access/refused/provisioning/provisioning-failed`;
  expect((await ask('POST', report)).status).toBe(200);
  for (const times of [triedAt.mail, triedAt.webhook]) {
    await until('it was tried a second time', () => times.length >= 2);
    const [first = 0, second = 0, ...others] = times;
    expect(second - first).toBeGreaterThanOrEqual(firstBackoffMs - 50);
    expect(others).toEqual([]);
  }
};

/** An access begins and ends once, on time, by one piece of work each. */
const keepsTime: Step = async ({ send: ask, store: { database } }) => {
  const startMs = Date.now() + 4_000;
  const [startDate, endDate] = [startMs, startMs + 2_000].map((ms) => new Date(ms).toISOString());
  const body = access('timed', { status: 'approved', startDate, endDate });
  expect((await ask('PUT', '/api/access/timed', { body })).status).toBe(200);
  const lifecycle = async () => (await ask('GET', '/api/access/timed')).json.lifecycle;
  expect(await lifecycle()).toBe('upcoming');
  await until('it is over', async () => (await lifecycle()) === 'expired');
  const work = database.knex('work').where({ kind: 'access-timers', key: 'timed' });
  const lateMs = (await work.orderBy('id')).map((row) => row.started_at - row.available_at);
  expect(lateMs).toHaveLength(2);
  for (const ms of lateMs) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThan(3_000);
  }
};

/** A schedule fires once at its time, goes on at the next, and what it forgets is as old as it should be. */
const firesOnce: Step = async ({ store: { database } }) => {
  const { knex } = database;
  const [organization] = await knex('organizations').select('id');
  const kept = (key: string, ageHours: number) => ({
    organization_id: organization.id,
    principal: 'x',
    key,
    request_hash: Buffer.alloc(32),
    claimed_at: new Date(Date.now() - ageHours * hour),
  });
  await knex('idempotency_keys').insert([kept('young', 23), kept('old', 25)]);
  const job = { kind: 'housekeeping', job: 'forget-idempotency-keys' };
  const cron = '*/10 * * * *';
  await until('a clock has stored the schedule', async () => {
    return (await knex('schedules').where(job)).length === 1;
  });
  const due = new Date(Date.now() + 1_000);
  await knex('schedules').where(job).update({ next_due_at: due });
  await until('it was done', async () => {
    return (await knex('work').where({ ...job, state: 'DONE' })).length > 0;
  });
  expect(await knex('idempotency_keys').pluck('key')).toEqual(['young']);
  const [schedule] = await knex('schedules').where(job);
  expect(schedule.last_fired_at).toEqual(due);
  expect(schedule.next_due_at).toEqual(nextDue(cron, 'UTC', due));
  expect(await knex('work').where(job)).toHaveLength(1);
};

/** Tokens end when they should, by the clock of Postgres. */
const knowsWhoExpired: Step = async ({ send: ask, store: { database } }) => {
  const who = { username: 'frank', phone_number: '+49 1000' };
  const contact = await ask('POST', '/api/messaging/contacts', { body: who });
  const token = async () => {
    const expiresAt = new Date(Date.now() + hour).toISOString();
    const wanted = { contactId: contact.json.id, expiresAt };
    const answer = await ask('POST', '/api/messaging/tokens', { body: wanted });
    expect(answer.status).toBe(201);
    return answer.json as { token: string; tokenId: string };
  };
  const [open, past] = [await token(), await token()];
  const ended = { expires_at: new Date(Date.now() - hour) };
  await database.knex('contact_tokens').where({ id: past.tokenId }).update(ended);
  const status = async ({ token: text }: { token: string }) => {
    const headers = { authorization: `Bearer ${text}` };
    return (await ask('GET', '/v1/messages', { key: null, headers })).status;
  };
  expect([await status(open), await status(past)]).toEqual([200, 401]);
};

/** Each process says in its log, and in the overview, that it is wrong. */
const saysSo: Step = async ({ send: ask, fleet }) => {
  const needs = await until('all have said so', async () => {
    const all = (await ask('GET', '/api/ops/overview')).json.needs as Need[];
    const skewed = all.filter(({ code }) => code === 'clock_skewed');
    return skewed.length === fleet.members.length && skewed;
  });
  for (const { name, role, process } of fleet.members) {
    const where = name.endsWith('+2h') ? 'ahead of' : 'behind';
    const words = new RegExp(`7(200|19\\d)\\.\\d s ${where} Postgres`);
    const own = needs.find(({ message }) => message.includes(`:${process.child.pid} `));
    expect(own?.message).toMatch(words);
    expect(own?.message).toContain(`the ${role} `);
    expect(process.output()).toMatch(words);
  }
};

const cases: [string, readonly Shift[]][] = [
  ['two hours fast', ['+2h']],
  ['two hours slow', ['-2h']],
  ['of both sorts, side by side,', ['+2h', '-2h']],
];
if (!isInstalled) console.warn('skipped: processes with wrong clocks need the package faketime');

(isInstalled ? it : it.skip).each(cases)(
  'processes whose clocks are %s keep back-off, timers, schedules and expiry, and say that they are wrong',
  async (_, shifted) => {
    const installation = await install(shifted);
    await fillForAccess(installation);
    const steps = { backsOff, keepsTime, firesOnce, knowsWhoExpired, saysSo };
    const failures = await Promise.all(
      Object.entries(steps).map(([name, step]) =>
        step(installation).then(
          () => [],
          (error: unknown) => [`${name}: ${String(error)}`],
        ),
      ),
    );
    if (failures.flat().length > 0) {
      throw new Error([...failures.flat(), installation.fleet.log().slice(-5_000)].join('\n'));
    }
  },
);
