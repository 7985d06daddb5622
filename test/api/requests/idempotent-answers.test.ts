import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/teams/checkout/notification-channels/chat', {
    body: { name: 'x', type: 'slack', endpoint: 'https://hooks.example.com/x', enabled: true },
  });
});
afterAll(() => api.stop());

it('202 for something that nobody waits for is stored like every answer', async () => {
  const test = (key: string) =>
    api.send('POST', '/api/teams/checkout/notification-channels/chat/test', {
      headers: { 'idempotency-key': key },
    });
  const first = await test('one');
  expect(first.status).toBe(202);
  const again = await test('one');
  expect([again.status, again.text]).toEqual([202, first.text]);
  expect(await api.database.knex('notifications')).toHaveLength(1);
  expect((await test('two')).status).toBe(202);
  expect(await api.database.knex('notifications')).toHaveLength(2);
});
