import { failed, ok, warning } from '../check.ts';
import type { Check } from '../check.ts';
import { askRedis } from '../ask-redis.ts';

/** Redis throws nothing away when its memory is full: a queue that loses keys stands still. */
export const redisPolicy: Check = {
  name: 'redis-policy',
  needs: ['redis'],
  run: async ({ redisUrl = '' }) => {
    const { policy } = await askRedis(redisUrl);
    if (policy === 'noeviction') return ok('maxmemory-policy is noeviction');
    if (policy === undefined) {
      return warning(
        'Redis does not tell its maxmemory-policy',
        'Make sure with its provider that maxmemory-policy is noeviction.',
      );
    }
    return failed(
      `maxmemory-policy is ${policy}: queues can lose entries`,
      'Set maxmemory-policy noeviction in redis.conf, or use a Redis that is not shared with a cache.',
    );
  },
};
