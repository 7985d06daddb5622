import { failed, ok, warning } from '../check.ts';
import type { Check } from '../check.ts';
import { askRedis } from '../../../lib/redis/ask-redis.ts';
import { findEviction } from '../../../domain/operations/explain-redis.ts';

/** Checks that Redis evicts nothing when its memory is full, because a queue that loses keys stops. */
export const redisPolicy: Check = {
  name: 'redis-policy',
  needs: ['redis'],
  run: async ({ redisUrl = '' }) => {
    const facts = await askRedis(redisUrl);
    const eviction = findEviction(facts);
    if (eviction === undefined) return ok('maxmemory-policy is noeviction');
    const judge = facts.policy === undefined ? warning : failed;
    return judge(eviction.found, eviction.advice);
  },
};
