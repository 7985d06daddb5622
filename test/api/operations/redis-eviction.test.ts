import path from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from '../../../local/servers/redis.ts';
import { startApi } from '../../support/http/api.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const folder = makeTestFolder();
afterAll(() => removeTestFolder(folder));

it('GET /api/ops/overview names a Redis that deletes keys, to the operator only, and needs no Redis', async () => {
  const redis = await startRedis({ rootDir: process.cwd(), logFile: path.join(folder, 'log') });
  const client = new Redis(redis.url);
  const api = await startApi({ redisUrl: redis.url });
  const organizationId = await api.newOrganization('other');
  const { text: other } = await api.newKey('organization', { organizationId });
  const needs = async (key: string): Promise<unknown[]> => {
    const { status, json } = await api.send('GET', '/api/ops/overview', { key });
    expect(status).toBe(200);
    return json.needs.filter(({ code }: { code: string }) => code === 'redis_evicts');
  };
  try {
    expect(await needs(api.key)).toEqual([]);
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await needs(api.key)).toEqual([
      {
        severity: 'warning',
        code: 'redis_evicts',
        message: 'In Redis, maxmemory-policy is allkeys-lru: queues can lose entries.',
        advice: expect.stringContaining('Set maxmemory-policy noeviction'),
      },
    ]);
    expect(await needs(other)).toEqual([]);
    client.disconnect();
    await redis.stop();
    expect(await needs(api.key)).toEqual([]);
  } finally {
    client.disconnect();
    await redis.stop();
    await api.stop();
  }
});
