import type { ServerResponse } from 'node:http';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { team } from '../support/contracts.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import { startWorkers } from '../support/worker.ts';
import type { TestWorkers } from '../support/worker.ts';

let api: TestApi;
let receiver: Receiver;
let workers: TestWorkers;

beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
  const settings = { webhookAllowedHosts: [receiver.host], publicUrl: api.address };
  const runnerClock = { now: () => new Date(Date.now() - 3_600_000) };
  workers = startWorkers(api, {}, { settings, runnerClock });
  await api.send('PUT', '/api/webhooks/hook', { body: { url: receiver.url, events: ['*'] } });
});
afterAll(async () => {
  await workers.stop();
  await Promise.all([receiver.stop(), api.stop()]);
});

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
