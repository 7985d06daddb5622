import { withoutSecrets } from '../announcement.ts';
import { askRedis } from '../../lib/redis/ask-redis.ts';
import {
  explainRedisFailure,
  findEviction,
  findOldRedis,
} from '../../domain/operations/explain-redis.ts';
import { problem } from '../problem.ts';

/**
 * Refuses a Redis of REDIS_URL that does not answer, refuses the password or is too old, because no work would ever begin; one that
 * may delete entries is shown as a warning.
 */
export async function proveGivenRedis(url: string, show: (line: string) => void): Promise<void> {
  const facts = await askRedis(url).catch((error: unknown) => {
    const { found, advice } = explainRedisFailure(error);
    throw problem(`REDIS_URL ${withoutSecrets(url)}: ${found}.\n${advice}`);
  });
  const age = findOldRedis(facts);
  if (age !== undefined)
    throw problem(`REDIS_URL ${withoutSecrets(url)}: ${age.found}.\n${age.advice}`);
  const eviction = findEviction(facts);
  if (eviction !== undefined)
    show(`Warning: REDIS_URL ${withoutSecrets(url)}: ${eviction.found}.\n${eviction.advice}`);
}
