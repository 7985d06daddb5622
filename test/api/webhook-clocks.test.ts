import type { ServerResponse } from 'node:http';
import type { TestApi } from '../support/api.ts';
import { team } from '../support/contracts.ts';
import { until } from '../support/until.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import { startWebhookSending } from '../support/webhooks.ts';
import type { WebhookSending } from '../support/webhooks.ts';

let api: TestApi;
let receiver: Receiver;
let sending: WebhookSending;

beforeAll(async () => {
  const runnerClock = { now: () => new Date(Date.now() - 3_600_000) };
  sending = await startWebhookSending({ runnerClock });
  ({ api, receiver } = sending);
  await api.send('PUT', '/api/webhooks/hook', { body: { url: receiver.url, events: ['*'] } });
});
afterAll(() => sending.stop());

const putTeam = (id: string) => api.send('PUT', `/api/teams/${id}`, { body: team(id) });

it('a worker whose clock is slow sends what the dispatcher says is due, once', async () => {
  await putTeam('early');
  await until('it was sent', () => receiver.received.length > 0);
  const work = await api.database.knex('work').where({ kind: 'webhooks' });
  expect(work).toHaveLength(1);
});

it('its lines that find no slot wait by the clock of the dispatcher, too', async () => {
  const waiting: ServerResponse[] = [];
  receiver.answer((response) => waiting.push(response));
  await Promise.all(Array.from({ length: 12 }, (_, n) => putTeam(`slow-${n}`)));
  await until('the others wait', async () => {
    const later = await api.database
      .knex('work')
      .where({ kind: 'webhooks', state: 'QUEUED' })
      .where('available_at', '>', new Date());
    return waiting.length === 10 && later.length > 0;
  });
  receiver.answer((response) => response.writeHead(204).end());
  for (const response of waiting) response.writeHead(204).end();
  await until('all were sent', () => receiver.received.length === 13);
});
