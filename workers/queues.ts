import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { DueAttempt } from '../db/tables/work/dispatch.ts';
import { queuePrefix } from '../domain/work/kinds.ts';
import type { WorkKind } from '../domain/work/kinds.ts';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import { describeRedisError } from '../lib/redis/redis-error.ts';
import { redisAddress } from '../lib/redis/redis-address.ts';

/** Content of a queue entry; everything else is read from Postgres. */
export type QueueEntry = { id: string; attempt: number };

/** Missing after Redis lost its data; all waiting work is then dispatched again. */
const epochKey = `${queuePrefix}:epoch`;

/** Options for a worker's blocking connection; the socket timeout must exceed BullMQ's 10 s block. */
export const workerConnection = {
  maxRetriesPerRequest: null,
  socketTimeout: 20_000,
  connectTimeout: 5_000,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(100 * attempt, 2_000),
};

/** Options for callers that must not wait: they fail at once while Redis is away. */
const producerConnection = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  commandTimeout: 3_000,
  connectTimeout: 5_000,
  socketTimeout: 20_000,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(100 * attempt, 2_000),
};

/** Opens a Redis connection that logs errors (throttled) instead of ending the process. */
function openProducer(url: string, log: Logger): Redis {
  const redis = new Redis({ ...redisAddress(url), ...producerConnection });
  const mayLog = createThrottle(10_000);
  redis.on('error', (error: Error) => {
    const detail = describeRedisError(error, url);
    if (mayLog(detail)) log.warn({ detail }, 'redis connection');
  });
  return redis;
}

/** The producing side of all queues. */
export type Queues = {
  /** Adds entries to the queues; repeating this is harmless, because the id of an entry names the attempt. */
  notify: (attempts: readonly DueAttempt[]) => Promise<void>;
  /** True if Redis still has its entries; false after it lost its data. */
  hasEpoch: () => Promise<boolean>;
  markEpoch: () => Promise<void>;
  /** Resolves when Redis is reached for the first time, at the latest after `timeoutMs`. */
  reached: (timeoutMs: number) => Promise<void>;
  /** True if Redis answers a ping now. */
  answers: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** Opens the producing side; a queue is opened on its first entry. */
export function openQueues(redisUrl: string, log: Logger): Queues {
  const redis = openProducer(redisUrl, log);
  const queues = new Map<WorkKind, Queue<QueueEntry>>();
  const queueOf = (kind: WorkKind): Queue<QueueEntry> => {
    let queue = queues.get(kind);
    if (!queue) {
      queue = new Queue<QueueEntry>(kind, {
        connection: redis,
        prefix: queuePrefix,
        skipVersionCheck: true,
        streams: { events: { maxLen: 1000 } },
      });
      queue.on('error', () => undefined); // the connection's own listener reports it
      queues.set(kind, queue);
    }
    return queue;
  };
  return {
    notify: async (attempts) => {
      for (const kind of new Set(attempts.map((attempt) => attempt.kind))) {
        await queueOf(kind).addBulk(
          attempts.filter((attempt) => attempt.kind === kind).map(toEntry),
        );
      }
    },
    hasEpoch: async () => (await redis.exists(epochKey)) === 1,
    markEpoch: async () => {
      await redis.set(epochKey, new Date().toISOString());
    },
    reached: async (timeoutMs) => {
      if (redis.status === 'ready') return;
      const ready = new AbortController();
      redis.once('ready', () => ready.abort());
      await pause(timeoutMs, ready.signal);
    },
    answers: () =>
      redis.ping().then(
        () => true,
        () => false,
      ),
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      redis.disconnect();
    },
  };
}

/** Postgres decides about retries, so an entry has one attempt and is removed at its end. */
function toEntry({ kind, id, attempt }: DueAttempt) {
  return {
    name: kind,
    data: { id, attempt },
    opts: {
      jobId: `${kind}-${id}-${attempt}`,
      attempts: 1,
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}
