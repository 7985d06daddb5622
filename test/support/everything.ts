import { Redis } from 'ioredis';
import { symbols } from 'pino';
import type { TestApi } from './http/api.ts';
import { quietLog } from './servers/database.ts';

/** All rows of all tables as text, each line with the name of its table. */
export async function everythingStored({ database: { knex } }: TestApi): Promise<string> {
  const { rows } = await knex.raw(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const names = (rows as { name: string }[]).map(({ name }) => name);
  const texts = names.map(
    (name) => `select t::text as row, to_jsonb(t)::text as json from "${name}" t`,
  );
  // Sent at once, these are answered by a result for each.
  const found: { rows: { row: string; json: string }[] }[] = await knex.raw(texts.join('; '));
  return found
    .flatMap((result, index) =>
      result.rows.map(({ row, json }) => `${names[index]}: ${row} ${json}`),
    )
    .join('\n');
}

/** All keys of a Redis database with their values, each in a line: jobs, queues and their events. */
export async function everythingQueued(redisUrl: string): Promise<string> {
  const redis = new Redis(redisUrl);
  const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, '0', '-1'),
    set: (key) => redis.smembers(key),
    stream: (key) => redis.xrange(key, '-', '+'),
    string: (key) => redis.get(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
  };
  try {
    const lines: string[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      lines.push(`${type} ${key}: ${JSON.stringify(await readers[type]?.(key))}`);
    }
    return lines.join('\n');
  } finally {
    redis.disconnect();
  }
}

/** Collects all log lines, of every level, of everything started from now on in this test file. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const log = quietLog as unknown as Record<symbol, unknown>;
  const { level } = quietLog;
  const stream = log[symbols.streamSym];
  beforeAll(() => {
    log[symbols.streamSym] = { write: (line: string) => lines.push(line) };
    quietLog.level = 'trace';
  });
  afterAll(() => {
    log[symbols.streamSym] = stream;
    quietLog.level = level;
  });
  return lines;
}
