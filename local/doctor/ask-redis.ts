import { Redis } from 'ioredis';

import type { FailureInWords } from '../database-failure.ts';
import { messageOf } from '../problem.ts';

/** What a Redis or Valkey says about itself; `version` is that of the Redis it behaves like. */
export type RedisFacts = { version: string; product: string; policy: string | undefined };

const limitMs = 4_000;

/** Asks a server who it is, over a connection of its own; throws why it cannot be reached. */
export async function askRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: limitMs,
    commandTimeout: limitMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  // `connect` only tells that the connection closed; this tells why.
  redis.on('error', (error: Error) => (reason ??= error));
  try {
    await redis.connect();
    // Not CONFIG GET: providers of managed servers forbid it.
    return readInfo(await redis.info());
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

function readInfo(info: string): RedisFacts {
  const lines = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const [name = '', ...value] = line.split(':');
      return [name, value.join(':')];
    }),
  );
  const version = lines.get('redis_version') ?? '0';
  const valkey = lines.get('valkey_version');
  const product = valkey === undefined ? `Redis ${version}` : `Valkey ${valkey}`;
  return { version, product, policy: lines.get('maxmemory_policy') };
}

/** The words for an error that was met on the way to Redis. */
export function explainRedisFailure(error: unknown): FailureInWords {
  const message = messageOf(error);
  if (/WRONGPASS|NOAUTH|invalid password|without any password/i.test(message)) {
    return {
      found: 'Redis refuses the password',
      advice: 'Correct the password in REDIS_URL: redis://:password@host:port.',
    };
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) {
    return {
      found: 'the host in REDIS_URL has no address',
      advice: 'Correct the name of the host in REDIS_URL.',
    };
  }
  if (/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ETIMEDOUT|timed out|closed/i.test(message)) {
    return {
      found: 'nothing answers there',
      advice: 'Start Redis, or correct host and port in REDIS_URL.',
    };
  }
  return { found: message, advice: 'Correct REDIS_URL, or mend the server that it names.' };
}
