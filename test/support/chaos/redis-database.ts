import { Redis } from 'ioredis';
import { redisAddress } from '../../../lib/redis/redis-address.ts';

/** A Redis database for this Jest worker alone; its files run one after another. */
export type RedisDatabase = { url: string; redis: Redis; close: () => Promise<void> };

/** Opens the empty Redis database of this Jest worker, or with a `place` (4, 8) another one; a server has 16 by default. */
export async function openRedisDatabase(place = 0): Promise<RedisDatabase> {
  const server = process.env.TEST_REDIS_URL;
  if (!server) throw new Error('TEST_REDIS_URL is not set: run the tests with jest');
  const url = new URL(server);
  url.pathname = `/${1 + ((Number(process.env.JEST_WORKER_ID ?? 1) + place) % 15)}`;
  const redis = new Redis(redisAddress(url.href));
  await redis.flushdb();
  return { url: url.href, redis, close: async () => void (await redis.quit()) };
}
