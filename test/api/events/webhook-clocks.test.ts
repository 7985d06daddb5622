import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWebhookSending } from '../../support/servers/webhooks.ts';
import type { WebhookSending } from '../../support/servers/webhooks.ts';

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
