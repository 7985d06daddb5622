import { withoutSecrets } from '../../announcement.ts';
import { failed, ok, skipped } from '../check.ts';
import type { Check } from '../check.ts';
import { adviceForServer } from '../server-of-start.ts';
import { askRedis } from '../../../lib/redis/ask-redis.ts';
import { explainRedisFailure, findOldRedis } from '../../../domain/operations/explain-redis.ts';

/** Checks that Redis is reachable and new enough for the queues. */
export const redis: Check = {
  name: 'redis',
  settings: ['REDIS_URL'],
  run: async (installation) => {
    const { redisUrl } = installation;
    if (redisUrl === undefined)
      return skipped(
        'REDIS_URL is not set, and bin/start, which has its own Redis, is not running',
      );
    const shown = withoutSecrets(redisUrl);
    try {
      const facts = await askRedis(redisUrl);
      const age = findOldRedis(facts);
      return age
        ? failed(`${shown}: ${age.found}`, age.advice)
        : ok(`${shown} answers, ${facts.product}`);
    } catch (error) {
      const { found, advice } = explainRedisFailure(error);
      return failed(`${shown}: ${found}`, adviceForServer(installation, 'redis', advice));
    }
  },
};
