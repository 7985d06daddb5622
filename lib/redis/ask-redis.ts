import { Redis } from 'ioredis';

/** Facts about a Redis or Valkey server; `version` is the Redis version that it is compatible with. */
export type RedisFacts = { version: string; product: string; policy: string | undefined };

/** Reads the facts over a new connection; throws the reason if the server cannot be reached within about `limitMs`. */
export async function askRedis(url: string, limitMs = 4_000): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: limitMs,
    commandTimeout: limitMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    // One write: another program may close the connection behind the first, and a second would fail before its answer is read.
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  let reason: Error | undefined;
  // `connect` only reports that the connection was closed; this event has the reason.
  redis.on('error', (error: Error) => (reason ??= error));
  try {
    await redis.connect();
    // INFO instead of CONFIG GET, which providers of managed servers forbid.
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
