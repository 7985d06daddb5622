import { deleteDeliveries } from '../../../db/tables/webhooks/deliveries.ts';
import { sealSecret } from '../../../lib/secrets/secrets.ts';
import type { TestApi } from '../../support/http/api.ts';
import { seededRandom } from '../../support/chaos/seeded-random.ts';
import { team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Received, Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWebhookSending, tryWebhooksAgainAfter } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';

const day = 24 * 3_600_000;
let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
let canary: Receiver;

beforeAll(async () => {
  canary = await startReceiver();
  // Two of everything: two feeders, two runners.
  sending = await startWebhookSending({ processes: 2 });
  ({ api, receiver } = sending);
});
afterAll(async () => {
  await sending.stop();
  await canary.stop();
});

const accept = () => receiver.answer((response) => response.writeHead(204).end());
const refuse = (status: number, headers: Record<string, string> = {}) =>
  receiver.answer((response) => response.writeHead(status, headers).end('no'));
const backOff = tryWebhooksAgainAfter;

beforeEach(() => {
  receiver.received.length = 0;
  accept();
  backOff(10);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await api.send('DELETE', '/api/webhooks/hook');
});

const put = async (more: object = {}) => {
  const body = { url: receiver.url, events: ['*'], ...more };
  const { status } = await api.send('PUT', '/api/webhooks/hook', { body });
  expect(status).toBe(200);
};
const get = async () => (await api.send('GET', '/api/webhooks/hook')).json;
const post = (path: string) => api.send('POST', `/api/webhooks/hook/${path}`);
const ledger = async (query = '') =>
  (await api.send('GET', `/api/webhooks/hook/deliveries${query}`)).json;
let count = 0;
const putTeam = async (id: string) => {
  const body = team(id, { name: `Name ${(count += 1)}` });
  expect((await api.send('PUT', `/api/teams/${id}`, { body })).status).toBe(200);
};
const untilLedger = (what: string, query: string, length: number) =>
  until(what, async () => {
    const rows = await ledger(query);
    return rows.length === length && rows;
  });
/** The sender that failed has left, and those that looked once more came and went. */
const untilOneWaits = () =>
  until('only one sender waits, for the time of the line that fails', async () => {
    const queued = await api.database.knex('work').where({ kind: 'webhooks', state: 'QUEUED' });
    const isLate = ({ available_at }: { available_at: Date }): boolean =>
      available_at.getTime() > Date.now() + 3_000_000;
    return queued.length === 1 && queued.every(isLate);
  });
const idsOf = (messages: readonly Received[]) => messages.map(({ event }) => event.id);
const feedOf = async (subject: string): Promise<string[]> =>
  (await api.send('GET', `/api/events?subject=${subject}`)).json.map((event: any) => event.id);

describe('order', () => {
  it('is that of the feed for each subject, whatever fails, and every event is taken once', async () => {
    const { next: random } = seededRandom(7);
    const taken: Received[] = [];
    receiver.answer((response, message) => {
      const dice = random();
      if (dice < 0.3) response.writeHead(500).end();
      else if (dice < 0.4) response.destroy();
      else {
        taken.push(message);
        response.writeHead(204).end();
      }
    });
    await put();
    const teams = ['red', 'green', 'blue', 'white', 'black'];
    for (let round = 0; round < 12; round++) await Promise.all(teams.map(putTeam));
    await until('all were taken', () => taken.length === 60);
    await untilLedger('the ledger knows', '?status=delivered', 60);
    for (const id of teams) {
      const own = taken.filter(({ event }) => event.subject === id);
      expect(idsOf(own)).toEqual(await feedOf(id));
    }
    expect(receiver.received.length).toBeGreaterThan(60);
  });

  it('holds up nobody but the subject that fails, whose back-off no new event hastens', async () => {
    backOff(3_600_000);
    receiver.answer((response, { event }) =>
      response.writeHead(event.subject === 'stuck' ? 503 : 204).end(),
    );
    await put();
    await putTeam('stuck');
    await until('it has failed', async () => (await ledger())[0]?.attempts === 1);
    for (let round = 0; round < 5; round++) {
      await putTeam('stuck');
      await putTeam('fluent');
    }
    await untilLedger('the others were sent', '?status=delivered', 5);
    await untilLedger('all are in the ledger', '?status=pending', 6);
    const attempts = (await ledger()).reduce((sum: number, row: any) => sum + row.attempts, 0);
    expect(attempts).toBe(6);
    expect(receiver.received.filter(({ event }) => event.subject === 'stuck')).toHaveLength(1);
    await untilOneWaits();
    expect(await get()).toMatchObject({ status: 'failing', failingSince: expect.any(String) });
  });

  it('begins anew with a webhook that was deleted, and goes on at once at another address', async () => {
    backOff(3_600_000);
    refuse(500);
    await put();
    await putTeam('moved');
    await until('it has failed', async () => (await get()).status === 'failing');
    await untilOneWaits();
    await api.send('DELETE', '/api/webhooks/hook');
    expect(
      await api.database.knex('work').where({ kind: 'webhooks', state: 'QUEUED' }),
    ).toHaveLength(0);
    await put();
    await putTeam('moved');
    await until('it has failed again', async () => (await get()).status === 'failing');
    expect(await ledger()).toHaveLength(1);
    accept();
    await put({ url: `${receiver.url}/moved` });
    await untilLedger('it was delivered', '?status=delivered', 1);
    expect((await get()).status).toBe('active');
  });

  it('survives the end of a worker behind the answer: the same id comes again', async () => {
    receiver.answer((response) => {
      // What the worker will write down has lost its claim, as if the worker had died.
      const claim = { kind: 'webhooks', state: 'RUNNING' };
      const lease_until = new Date(Date.now() - 1);
      void api.database
        .knex('work')
        .where(claim)
        .update({ fence: api.database.knex.raw('fence + 1'), lease_until })
        .then(() => response.writeHead(204).end());
      accept();
    });
    await put();
    await putTeam('fatal');
    await untilLedger('it was delivered', '?status=delivered', 1);
    const [first, second, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });
});

describe('a receiver that does not take it', () => {
  it('is waited for as it asks', async () => {
    refuse(429, { 'retry-after': '100' });
    await put();
    await putTeam('limited');
    const [row] = await until('it has failed', async () => {
      const rows = await ledger();
      return rows[0]?.attempts === 1 && rows;
    });
    expect(row).toMatchObject({ status: 'pending', lastStatus: 429, lastAnswer: 'no' });
    const waitMs = Date.parse(row.nextAttemptAt) - Date.parse(row.lastAttemptAt);
    expect(waitMs).toBeGreaterThanOrEqual(100_000);
    expect(Date.parse(row.nextAttemptAt)).toBeLessThanOrEqual(Date.now() + 110_000);
  });

  it('is not followed to where it redirects', async () => {
    backOff(60_000);
    refuse(307, { location: canary.url });
    await put();
    await putTeam('redirected');
    const [row] = await until('it has failed', async () => {
      const rows = await ledger();
      return rows[0]?.attempts === 1 && rows;
    });
    expect(row.lastError).toContain('HTTP 307: redirects are not followed');
    expect(canary.connections()).toBe(0);
  });

  it('cannot fill the ledger', async () => {
    receiver.answer((response) => response.writeHead(200).end('x'.repeat(10_000_000)));
    await put();
    await putTeam('talkative');
    const [row] = await untilLedger('it was delivered', '?status=delivered', 1);
    expect(row.lastAnswer).toBe('x'.repeat(1024));
  });

  it.each([
    () => `http://localhost:${canary.url.split(':')[2]}`,
    () => canary.url,
    () => canary.url.replace('127.0.0.1', '2130706433'),
    () => canary.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    () => canary.url.replace('127.0.0.1', '0.0.0.0'),
    () => 'http://169.254.169.254/latest/meta-data/',
    () => 'http://[fe80::1]/',
  ])('is not even asked at a private address (%#)', async (url) => {
    backOff(60_000);
    await put({ url: url() });
    await putTeam('private');
    const [row] = await until('it has failed', async () => {
      const rows = await ledger();
      return rows[0]?.attempts === 1 && rows;
    });
    expect(row).toMatchObject({ status: 'pending', lastStatus: null });
    expect(row.lastError).toMatch(/never contacted|WEBHOOK_ALLOWED_HOSTS/);
    expect(canary.connections()).toBe(0);
  });

  it('is not to blame when the secret cannot be read: the reason says what to do', async () => {
    backOff(60_000);
    await put();
    const place = ['webhooks', api.organizationId, 'hook', 'secret'];
    const secret = sealSecret('whsec_x', 'the key of another installation, longer', place);
    await api.database.knex('webhooks').update({ secret });
    await putTeam('sealed');
    const [row] = await until('it has failed', async () => {
      const rows = await ledger();
      return rows[0]?.attempts === 1 && rows;
    });
    expect(row.lastError).toContain('sealed with another SECRET_KEY');
    await put({ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` });
    await untilLedger('it was delivered', '?status=delivered', 1);
  });
});

describe('a pause', () => {
  const needs = async () =>
    (await api.send('GET', '/api/ops/overview')).json.needs.filter(
      ({ code }: { code: string }) => code === 'webhook_paused',
    );

  it('comes three days after the first failure; behind it everything goes on in order', async () => {
    refuse(500);
    await put();
    await putTeam('paused');
    await until('it fails again and again', async () => (await ledger())[0]?.attempts > 3);
    expect(await get()).toMatchObject({ status: 'failing', pausedAt: null });
    await putTeam('paused');
    const first_failed_at = new Date(Date.now() - 3 * day);
    await api.database
      .knex('webhook_deliveries')
      .whereNotNull('first_failed_at')
      .update({ first_failed_at });
    const paused = await until('it is paused', async () => {
      const webhook = await get();
      return webhook.status === 'paused' && webhook;
    });
    expect(paused.pausedReason).toBe('Failed for three days, most recently with: HTTP 500');
    expect(await needs()).toMatchObject([
      { severity: 'warning', message: expect.stringContaining("'hook' is paused: Failed") },
    ]);
    const failed = (await ledger('?status=pending')).at(-1);
    expect(failed.lastError).toBe('HTTP 500');
    expect((await post(`deliveries/${failed.id}/redeliver`)).json).toMatchObject({
      code: 'invalid_transition',
      state: 'paused',
    });
    accept();
    await putTeam('paused');
    const before = receiver.received.length;
    expect((await post('test')).status).toBe(202);
    await until('only the test comes', () => receiver.received.length > before);
    expect(receiver.received.at(-1)?.event.type).toMatch(/WebhookTested$/);
    const resumed = await post('resume');
    expect(resumed.json).toMatchObject({ status: 'active', pausedAt: null, pausedReason: null });
    await untilLedger('all were sent', '?status=delivered', 4);
    const taken = receiver.received.slice(before + 1);
    expect(idsOf(taken)).toEqual(await feedOf('paused'));
    expect(await needs()).toEqual([]);
    expect((await post('resume')).status).toBe(200);
  });

  it('comes at once when the receiver answers 410', async () => {
    refuse(410);
    await put();
    await putTeam('gone');
    await until('it is paused', async () => (await get()).status === 'paused');
    expect((await get()).pausedReason).toContain('410');
    expect(receiver.received).toHaveLength(1);
    const trail = await api.database
      .knex('events')
      .where({ subject_kind: 'webhook', type: 'WebhookPaused', principal: 'system' });
    expect(trail.length).toBeGreaterThan(0);
  });

  it('keeps what happens while the webhook is disabled', async () => {
    await put({ enabled: false });
    await putTeam('patient');
    await putTeam('patient');
    await until('both are in the feed', async () => (await feedOf('patient')).length === 2);
    await put({ enabled: true });
    await until('both were sent', () => receiver.received.length === 2);
    expect(idsOf(receiver.received)).toEqual(await feedOf('patient'));
  });
});

describe('the ledger', () => {
  it('pages, newest first, and sends again under the same id', async () => {
    await put();
    for (let round = 0; round < 3; round++) await putTeam('paged');
    const rows = await untilLedger('all were sent', '?status=delivered', 3);
    const first = await api.send('GET', '/api/webhooks/hook/deliveries?size=2');
    expect(first.json).toEqual(rows.slice(0, 2));
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const path = next.slice(api.address.length);
    expect((await api.send('GET', path)).json).toEqual(rows.slice(2));
    const [, middle] = rows;
    expect((await post(`deliveries/${middle.id}/redeliver`)).status).toBe(202);
    const again = await until('it was sent again', async () => {
      const found = (await ledger()).find(({ id }: { id: string }) => id === middle.id);
      return found.attempts === 2 && found;
    });
    expect(again).toMatchObject({ status: 'delivered', eventId: middle.eventId });
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(middle.eventId);
    for (const id of ['x', middle.eventId])
      expect((await post(`deliveries/${id}/redeliver`)).status).toBe(404);
    for (const query of ['?status=lost', '?after=x', '?size=0'])
      expect((await api.send('GET', `/api/webhooks/hook/deliveries${query}`)).status).toBe(400);
  });

  it('says that an event is no longer kept, and goes on behind it', async () => {
    await put({ enabled: false });
    await putTeam('forgotten');
    await put({ enabled: true });
    const [row] = await untilLedger('it was sent', '?status=delivered', 1);
    await api.database.knex('events').where({ id: row.eventId }).delete();
    expect((await post(`deliveries/${row.id}/redeliver`)).json.code).toBe('invalid_transition');
    await api.database
      .knex('webhook_deliveries')
      .update({ status: 'pending', next_attempt_at: new Date() });
    await putTeam('forgotten');
    await until('the next one was sent', () => receiver.received.length === 2);
    const [dropped] = await untilLedger('the ledger knows', '?status=failed', 1);
    expect(dropped.lastError).toContain('no longer kept');
    expect((await get()).status).toBe('active');
  });

  it('forgets what ended before the one time, and what waits before the other', async () => {
    await put();
    for (const id of ['ended', 'recent', 'waiting', 'expired']) await putTeam(id);
    await untilLedger('all were sent', '?status=delivered', 4);
    const deliveries = api.database.knex('webhook_deliveries');
    const age = (subject_id: string, days: number, status: string) =>
      deliveries
        .clone()
        .where({ subject_id })
        .update({ status, created_at: new Date(Date.now() - days * day) });
    await age('ended', 31, 'failed');
    await age('waiting', 31, 'pending');
    await age('expired', 91, 'pending');
    const before = {
      ended: new Date(Date.now() - 30 * day),
      waiting: new Date(Date.now() - 90 * day),
    };
    expect(await deleteDeliveries(api.database.knex, before, 100)).toBe(2);
    const left = (await ledger()).map(({ subject }: { subject: string }) => subject);
    expect(left.sort()).toEqual(['recent', 'waiting']);
  });
});
