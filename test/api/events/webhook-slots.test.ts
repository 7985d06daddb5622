import type { ServerResponse } from 'node:http';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { holdTimers } from '../../support/hold-timers.ts';
import { until } from '../../support/until.ts';
import type { Received, Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWebhookSending, tryWebhooksAgainAfter } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';

let api: TestApi;
let sending: WebhookSending;
let receiver: Receiver;
/** Messages that have no answer yet. */
let waiting: ServerResponse[];

beforeAll(async () => {
  tryWebhooksAgainAfter(3_600_000);
  sending = await startWebhookSending();
  ({ api, receiver } = sending);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await sending.stop();
});
beforeEach(() => {
  waiting = [];
  receiver.received.length = 0;
});
afterEach(() => api.send('DELETE', '/api/webhooks/hook'));

const past = new Date(Date.now() - 60_000);
const accept = (response: ServerResponse) => response.writeHead(204).end();
const put = async (key = api.key) => {
  const body = { url: receiver.url, events: ['*'] };
  const { status } = await api.send('PUT', '/api/webhooks/hook', { key, body });
  expect(status).toBe(200);
};
const putTeam = async (id: string, key = api.key) => {
  const { status } = await api.send('PUT', `/api/teams/${id}`, { key, body: team(id) });
  expect(status).toBe(200);
};
const answerAll = () => {
  receiver.answer(accept);
  waiting.forEach(accept);
};
const count = (subject: string) =>
  new Set(
    receiver.received
      .filter(({ event }: Received) => event.subject.startsWith(subject))
      .map(({ event }) => event.id),
  ).size;

it('are ten at a time, also while a subject fails; the others come as soon as one is free', async () => {
  receiver.answer((response, { event }) => {
    if (event.subject === 'failed') response.writeHead(500).end();
    else waiting.push(response);
  });
  await put();
  await putTeam('failed');
  await until(
    'it has failed',
    async () => (await api.send('GET', '/api/webhooks/hook')).json.status === 'failing',
  );
  await Promise.all(Array.from({ length: 12 }, (_, n) => putTeam(`brisk-${n}`)));
  await until('ten are sent', () => waiting.length === 10);
  const keys = await api.database
    .knex('work')
    .where({ kind: 'webhooks' })
    .whereIn('state', ['QUEUED', 'RUNNING'])
    .distinct()
    .pluck('key');
  // There is no work for each line: those that send have a key each, and one that looks again has one of theirs.
  expect(keys.toSorted()).toEqual(Array.from({ length: 10 }, (_, slot) => `hook/${slot}`));
  expect(waiting).toHaveLength(10);
  answerAll();
  await until('all were sent', () => count('brisk-') === 12);
});

it('leaves slots for the webhooks of others when every answer takes long', async () => {
  receiver.answer((response, { event }) => {
    if (event.subject.startsWith('slow-')) waiting.push(response);
    else accept(response);
  });
  await put();
  // An attempt ends after fifteen seconds, which would free a slot.
  holdTimers(10_000, 15_000);
  await Promise.all(Array.from({ length: 60 }, (_, n) => putTeam(`slow-${n}`)));
  await until('they are sent', () => waiting.length >= 10);
  const organizationId = await api.newOrganization('other');
  const { text: key } = await api.newKey('organization', { organizationId });
  await put(key);
  await putTeam('foreign', key);
  await until('that of the others came', () => count('foreign') === 1);
  expect(waiting).toHaveLength(10);
  answerAll();
  await until('all were sent', () => count('slow-') === 60);
  jest.mocked(setTimeout).mockRestore();
});

it('goes on with what a former build has left, which has work for each line', async () => {
  receiver.answer((response) => response.writeHead(500).end());
  await put();
  await putTeam('left-behind');
  await until(
    'it has failed',
    async () => (await api.send('GET', '/api/webhooks/hook')).json.status === 'failing',
  );
  receiver.answer(accept);
  const { knex } = api.database;
  await knex('webhook_lines').delete();
  await knex('webhook_deliveries').where({ status: 'pending' }).update({ next_attempt_at: past });
  await until('its sender waits', async () => {
    const waiting = await knex('work').where({ kind: 'webhooks', state: 'QUEUED' });
    return waiting.length === 1;
  });
  const line = { webhookId: 'hook', subjectKind: 'team', subjectId: 'left-behind' };
  await knex('work')
    .where({ kind: 'webhooks', state: 'QUEUED' })
    .update({ key: 'hook/team/left-behind', payload: JSON.stringify(line), available_at: past });
  await until('it was sent', () => receiver.received.length === 2);
});
