import { startApi } from '../support/api.ts';
import { team } from '../support/contracts.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { startWorkers } from '../support/worker.ts';

it('a worker whose clock is slow sends what the dispatcher says is due, once', async () => {
  const api = await startApi();
  const receiver = await startReceiver();
  const settings = { webhookAllowedHosts: [receiver.host], publicUrl: api.address };
  const runnerClock = { now: () => new Date(Date.now() - 3_600_000) };
  const workers = startWorkers(api, {}, { settings, runnerClock });
  await api.send('PUT', '/api/webhooks/hook', { body: { url: receiver.url, events: ['*'] } });
  await api.send('PUT', '/api/teams/early', { body: team('early') });
  await until('it was sent', () => receiver.received.length > 0);
  const work = await api.database.knex('work').where({ kind: 'webhooks' });
  expect(work).toHaveLength(1);
  await workers.stop();
  await Promise.all([receiver.stop(), api.stop()]);
});
