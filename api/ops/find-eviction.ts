import type { RedisFacts } from '../../lib/redis/ask-redis.ts';

/** Longest time that an answer waits for Redis, which may be away. */
const limitMs = 1_000;

/** The maxmemory-policy of Redis if it may delete entries; undefined if it may not, does not say so, or does not answer. */
export async function findEviction(redisUrl: string | undefined): Promise<string | undefined> {
  if (redisUrl === undefined) return undefined;
  // Loaded here, because the API needs no Redis.
  const { askRedis } = await import('../../lib/redis/ask-redis.ts');
  const facts = await askRedis(redisUrl, limitMs).catch(() => undefined);
  return facts?.policy === 'noeviction' ? undefined : facts?.policy;
}

type Found = RedisFacts | { error: unknown } | undefined;

/** What Redis says about itself, or the error; undefined if the API was started without Redis. */
export async function findRedis(redisUrl: string | undefined): Promise<Found> {
  if (redisUrl === undefined) return undefined;
  const { askRedis } = await import('../../lib/redis/ask-redis.ts');
  return askRedis(redisUrl, limitMs).catch((error: unknown) => ({ error }));
}
