import { withoutSecrets } from '../../announcement.ts';
import { failed, ok, skipped } from '../check.ts';
import type { Check } from '../check.ts';
import { adviceForServer } from '../server-of-start.ts';
import { askRedis, explainRedisFailure } from '../ask-redis.ts';

const oldest = { major: 6, minor: 2 };

/** Redis can be reached and is new enough for the queues. */
export const redis: Check = {
  name: 'redis',
  settings: ['REDIS_URL'],
  run: async (patient) => {
    const { redisUrl } = patient;
    if (redisUrl === undefined)
      return skipped(
        'REDIS_URL is not set, and bin/start, which brings its own Redis, does not run',
      );
    const shown = withoutSecrets(redisUrl);
    try {
      const { version, product } = await askRedis(redisUrl);
      const [major = 0, minor = 0] = version.split('.').map(Number);
      if (major > oldest.major || (major === oldest.major && minor >= oldest.minor))
        return ok(`${shown} answers, ${product}`);
      return failed(
        `${shown}: ${product} is too old`,
        'Use Redis 6.2 or newer, or Valkey: upgrade the server, or name another in REDIS_URL.',
      );
    } catch (error) {
      const { found, advice } = explainRedisFailure(error);
      return failed(`${shown}: ${found}`, adviceForServer(patient, 'redis', advice));
    }
  },
};
