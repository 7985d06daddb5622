import type { ServerResponse } from 'node:http';
import { deleteDeliveries } from '../../../db/tables/webhooks/deliveries.ts';
import { sealSecret } from '../../../lib/secrets/secrets.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { isSignedBy } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWebhookSending, tryWebhooksAgainAfter } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';

const day = 24 * 3_600_000;
let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
/** Messages that have no answer yet. */
let waiting: ServerResponse[];

beforeAll(async () => {
  // Whatever is tried by itself is tried too late for these tests.
  tryWebhooksAgainAfter(3_600_000);
  sending = await startWebhookSending();
  ({ api, receiver } = sending);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await sending.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  waiting = [];
  receiver.answer((response) => waiting.push(response));
});
afterEach(() => api.send('DELETE', '/api/webhooks/hook'));

const put = async (more: object = {}) => {
  const body = { url: receiver.url, events: ['*'], ...more };
  const answer = await api.send('PUT', '/api/webhooks/hook', { body });
  expect(answer.status).toBe(200);
  return answer.json;
};
const get = async () => (await api.send('GET', '/api/webhooks/hook')).json;
const post = async (path: string) => {
  const answer = await api.send('POST', `/api/webhooks/hook/${path}`);
  expect(answer.status).toBeLessThan(300);
  return answer.json;
};
const ledger = async () => (await api.send('GET', '/api/webhooks/hook/deliveries')).json;
let count = 0;
const putTeam = async (id: string) => {
  const body = team(id, { name: `Name ${(count += 1)}` });
  expect((await api.send('PUT', `/api/teams/${id}`, { body })).status).toBe(200);
};
const answer = (index: number, status: number) => waiting[index]?.writeHead(status).end();
const untilSent = (times: number) =>
  until(`message ${times} was sent`, () => waiting.length === times);
const untilTried = (attempts: number) =>
  until('the attempt is in the ledger', async () => {
    const rows = await ledger();
    return rows[0]?.attempts === attempts && rows[0];
  });
const change = (more: object) => api.database.knex('webhook_deliveries').update(more);

describe('what somebody does while an attempt runs counts more than how it ends:', () => {
  it('another address gets the event at once, whether it had failed before or not', async () => {
    await put();
    await putTeam('moved');
    await untilSent(1);
    await put({ url: `${receiver.url}/second` });
    answer(0, 500);
    await untilSent(2);
    await put({ url: `${receiver.url}/third` });
    answer(1, 410);
    await untilSent(3);
    answer(2, 204);
    const row = await until('it was delivered', async () => {
      const [found] = await ledger();
      return found.status === 'delivered' && found;
    });
    expect(row.attempts).toBe(3);
    expect((await get()).status).toBe('active');
  });

  it('a redelivery is sent, though the attempt before it fails', async () => {
    await put();
    await putTeam('again');
    await untilSent(1);
    const [{ id }] = await ledger();
    await post(`deliveries/${id}/redeliver`);
    answer(0, 500);
    await untilSent(2);
    answer(1, 204);
    await until('it was delivered', async () => (await ledger())[0].status === 'delivered');
  });

  it('resumed, it is not paused by what was sent before', async () => {
    await put();
    await putTeam('patient');
    await untilSent(1);
    const past = new Date(Date.now() - 4 * day);
    await change({ failures: 9, first_failed_at: past });
    await api.database.knex('webhooks').update({ paused_at: past, paused_reason: 'of another' });
    await post('resume');
    answer(0, 500);
    await untilSent(2);
    expect(await get()).toMatchObject({ status: 'active', pausedAt: null });
    answer(1, 500);
    await untilTried(2);
    expect(await get()).toMatchObject({ status: 'failing', pausedAt: null });
  });

  it('made anew under its id, it is not paused because its former receiver is gone', async () => {
    await put();
    await putTeam('gone');
    await untilSent(1);
    await api.send('DELETE', '/api/webhooks/hook');
    await put({ url: `${receiver.url}/other` });
    answer(0, 410);
    await until('the attempt has ended', async () => {
      const work = await api.database.knex('work').where({ kind: 'webhooks', state: 'RUNNING' });
      return work.length === 0;
    });
    expect(await get()).toMatchObject({ status: 'active', pausedAt: null });
    expect(await ledger()).toEqual([]);
  });
});

describe('a secret that cannot be read', () => {
  const foreign = () =>
    sealSecret('whsec_x', 'the key of another installation, longer', [
      'webhooks',
      api.organizationId,
      'hook',
      'secret',
    ]);

  it('is rotated away, and what it made fail is sent', async () => {
    await put();
    await api.database.knex('webhooks').update({ secret: foreign() });
    await putTeam('unreadable');
    await untilTried(1);
    const { secret, previousSecretUntil } = await post('rotate-secret');
    expect(previousSecretUntil).toBeNull();
    await untilSent(1);
    expect(receiver.received.every((message) => isSignedBy(secret, message))).toBe(true);
    answer(0, 204);
  });

  it('keeps nothing back as the former one', async () => {
    const { secret } = await put();
    await api.database.knex('webhooks').update({
      previous_secret: foreign(),
      previous_secret_until: new Date(Date.now() + day),
    });
    await putTeam('formerly');
    await untilSent(1);
    expect(receiver.received.every((message) => isSignedBy(secret, message))).toBe(true);
    answer(0, 204);
  });
});

it('a pause keeps for the resumption what it was made for, as long as what is behind that', async () => {
  await put();
  await putTeam('kept');
  await untilSent(1);
  await putTeam('kept');
  await until('both are in the ledger', async () => (await ledger()).length === 2);
  answer(0, 410);
  await until('it is paused', async () => (await get()).status === 'paused');
  await change({ created_at: new Date(Date.now() - 31 * day) });
  const ended = new Date(Date.now() - 30 * day);
  const waitingSince = new Date(Date.now() - 90 * day);
  await deleteDeliveries(api.database.knex, { ended, waiting: waitingSince }, 100);
  const rows = await ledger();
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending']);
  expect(rows[1].lastError).toBe('HTTP 410');
  await post('resume');
  await untilSent(2);
  expect(receiver.received[1]?.event).toEqual(receiver.received[0]?.event);
  answer(1, 204);
  await untilSent(3);
  answer(2, 204);
});
