import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Middleware } from 'koa';
import { queuePrefix, workKinds } from '../../domain/work/kinds.ts';
import type { Logger } from '../../lib/log.ts';
import { createThrottle } from '../../lib/log.ts';
import { describeRedisError } from '../../lib/redis/redis-error.ts';
import { redisAddress } from '../../lib/redis/redis-address.ts';

/** The dashboards by their paths, and what they share. */
export type Board = {
  pages: ReadonlyMap<string, Middleware>;
  redis: Redis;
  queues: readonly Queue[];
};

/** Without this text, an empty queue would look as if no work had ever been done. */
const description =
  'Waiting and running attempts. Finished work leaves no entry here; its history is at /api/ops/work.';

/** Opens the queues and makes a dashboard of them for each of the paths. */
export async function openBoard(
  redisUrl: string,
  paths: readonly string[],
  log: Logger,
): Promise<Board> {
  const [{ Queue }, { Redis }, { createBullBoard }, { BullMQAdapter }, { KoaAdapter }] =
    await Promise.all([
      import('bullmq'),
      import('ioredis'),
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/koa'),
    ]);
  const redis = new Redis({
    ...redisAddress(redisUrl),
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 3_000,
    connectTimeout: 5_000,
  });
  const mayLog = createThrottle(10_000);
  redis.on('error', (error: Error) => {
    const detail = describeRedisError(error, redisUrl);
    if (mayLog(detail)) log.warn({ detail }, 'redis of the dashboard');
  });
  const queues = workKinds.map((kind) => {
    const queue = new Queue(kind, {
      connection: redis,
      prefix: queuePrefix,
      skipVersionCheck: true,
    });
    queue.on('error', () => undefined); // the connection's own listener reports it
    return queue;
  });
  const pages = new Map<string, Middleware>();
  for (const path of paths) {
    const server = new KoaAdapter();
    server.setBasePath(path);
    createBullBoard({
      queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, description })),
      serverAdapter: server,
      options: { uiConfig: { boardTitle: 'Concordat queues', hideRedisDetails: true } },
    });
    pages.set(path, server.registerPlugin());
  }
  return { pages, redis, queues };
}
