import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { queuePrefix, workKinds } from '../../../domain/work/kinds.ts';
import { redisAddress } from '../../../lib/redis/redis-address.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { testRedisUrl } from '../../support/servers/worker.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ redisUrl: testRedisUrl() });
});
afterAll(() => api.stop());

const basic = (key: string, user = 'anybody') => ({
  authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`,
});
const visit = (path: string, headers: Record<string, string> = basic(api.key), method = 'GET') =>
  api.send(method, path, { key: null, headers });

it('opens for a key of the organization, as password or as header', async () => {
  const page = await visit('/ops/queues');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Concordat queues</title>');
  const scripts = [...page.text.matchAll(/src="(static\/js\/[^"]+)"/g)].map(([, file]) => file);
  expect(scripts.length).toBeGreaterThan(1);
  for (const file of scripts) expect((await visit(`/ops/queues/${file}`)).status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  const reader = (await api.newKey('organization_read')).text;
  expect((await visit('/ops/queues', { 'x-api-key': reader })).status).toBe(200);
});

it('shows every kind of work, and what waits in its queue', async () => {
  const redis = new Redis({ ...redisAddress(testRedisUrl()), maxRetriesPerRequest: null });
  const queue = new Queue('mail', { connection: redis, prefix: queuePrefix });
  await queue.add('mail', { id: 'x', attempt: 1 });
  const { queues } = (await visit('/ops/queues/api/queues')).json;
  await queue.obliterate({ force: true });
  await queue.close();
  redis.disconnect();
  expect(queues.map(({ name }: { name: string }) => name)).toEqual([...workKinds]);
  const mail = queues.find(({ name }: { name: string }) => name === 'mail');
  expect(mail).toMatchObject({ readOnlyMode: true, counts: { waiting: 1 } });
});

it('asks for a login, with a realm, whatever is wrong with the key', async () => {
  await api.send('PUT', '/api/teams/checkout', {
    body: { id: 'checkout', name: 'Checkout', type: 'Team' },
  });
  const teamKey = (await api.newKey('team', { teamId: 'checkout' })).text;
  const organizationId = await api.newOrganization('second');
  const foreign = (await api.newKey('organization', { organizationId })).text;
  for (const headers of [
    {},
    basic('wrong'),
    basic(teamKey),
    basic(foreign),
    { authorization: 'Basic %%%' },
  ]) {
    for (const path of ['/ops/queues', '/ops/queues/', '/ops/queues/api/queues']) {
      const refused = await visit(path, headers);
      expect(refused).toMatchObject({ status: 401, json: { code: 'login_required' } });
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm="Concordat queues"/);
    }
  }
});

it('opens below /ui with the session, without a key, for those who operate the installation', async () => {
  const session = await signIn(api);
  const page = await visit('/ui/queues', { cookie: session['cookie'] ?? '' });
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Concordat queues</title>');
  expect(page.text).toContain('/ui/queues/');
  const [, script = ''] = /src="(static\/js\/[^"]+)"/.exec(page.text) ?? [];
  expect((await visit(`/ui/queues/${script}`, session)).status).toBe(200);
  const { queues } = (await visit('/ui/queues/api/queues', session)).json;
  expect(queues.map(({ name }: { name: string }) => name)).toEqual([...workKinds]);
  expect(queues.every(({ readOnlyMode }: { readOnlyMode: boolean }) => readOnlyMode)).toBe(true);
});

it('is closed below /ui without a session, with a key only, and for others', async () => {
  for (const headers of [{}, basic(api.key), { 'x-api-key': api.key }]) {
    const refused = await visit('/ui/queues', headers);
    expect(refused).toMatchObject({ status: 401, json: { code: 'login_required' } });
    expect(refused.headers.get('www-authenticate')).not.toContain('Basic');
  }
  const organizationId = await api.newOrganization('third');
  const foreign = (await api.newKey('organization', { organizationId })).text;
  const session = await signIn(api, foreign);
  for (const path of ['/ui/queues', '/ui/queues/api/queues'])
    expect(await visit(path, session)).toMatchObject({
      status: 403,
      json: { code: 'permission_denied' },
    });
  const own = await signIn(api);
  const write = await visit('/ui/queues/api/queues/mail/pause', own, 'PUT');
  expect([write.status, write.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('changes nothing: any other method is refused, whoever asks', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    for (const headers of [{}, basic(api.key)]) {
      const path = '/ops/queues/api/queues/mail/pause';
      const refused = await visit(path, headers, method);
      expect(refused.status).toBe(405);
      expect(refused.headers.get('allow')).toBe('GET, HEAD');
    }
  }
});

it('says what is missing when there is no Redis', async () => {
  for (const redisUrl of [undefined, 'redis://127.0.0.1:1']) {
    const without = await startApi(redisUrl === undefined ? {} : { redisUrl });
    const answer = await without.send('GET', '/ops/queues');
    expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    expect(answer.json.detail).toMatch(/REDIS_URL|Redis does not answer/);
    await without.stop();
  }
});

it('leaves addresses beside it alone, and knows what it has not', async () => {
  expect((await visit('/ops/queuesx')).status).toBe(404);
  expect((await visit('/ops')).status).toBe(404);
  const unknown = await visit('/ops/queues/static/nope.js');
  expect(unknown).toMatchObject({ status: 404, json: { code: 'not_found' } });
});
