import { describeEviction } from './eviction.ts';
import type { RedisFacts } from '../../lib/redis/ask-redis.ts';
import { speaksNoRedis } from '../../lib/redis/redis-error.ts';

/** A problem, and what mends it. */
type FailureInWords = { found: string; advice: string };

/** Explains an error of a connection to Redis. */
export function explainRedisFailure(error: unknown): FailureInWords {
  const message = error instanceof Error ? error.message : String(error);
  if (/WRONGPASS|NOAUTH|invalid password|without any password/i.test(message)) {
    return {
      found: 'Redis refuses the password',
      advice: 'Correct the password in REDIS_URL: redis://:password@host:port.',
    };
  }
  if (speaksNoRedis(message)) {
    return {
      found: 'the server does not speak Redis',
      advice: 'Another program answers there: correct host and port in REDIS_URL.',
    };
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) {
    return {
      found: 'the host in REDIS_URL cannot be resolved',
      advice: 'Correct the host name in REDIS_URL.',
    };
  }
  if (/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ETIMEDOUT|timed out|closed/i.test(message)) {
    return {
      found: 'the server does not answer',
      advice: 'Start Redis, or correct host and port in REDIS_URL.',
    };
  }
  return { found: message, advice: 'Correct REDIS_URL, or fix the server that it names.' };
}

const minVersion = { major: 6, minor: 2 };

/** Says that the server is too old for the queues; undefined if it is not. */
export function findOldRedis({ version, product }: RedisFacts): FailureInWords | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minVersion.major || (major === minVersion.major && minor >= minVersion.minor))
    return undefined;
  return {
    found: `${product} is too old`,
    advice: 'Use Redis 6.2 or newer, or Valkey: upgrade the server, or set REDIS_URL to another.',
  };
}

/** Says that the server may delete entries of queues when its memory is full, or does not report whether it may. */
export function findEviction({ policy }: RedisFacts): FailureInWords | undefined {
  if (policy === 'noeviction') return undefined;
  if (policy === undefined) {
    return {
      found: 'Redis does not report its maxmemory-policy',
      advice: 'Ask its provider to set maxmemory-policy to noeviction.',
    };
  }
  return describeEviction(policy);
}
