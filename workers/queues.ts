import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Doorbell } from '../db/tables/work-dispatch.ts';
import { queuePrefix } from '../domain/work-kinds.ts';
import type { WorkKind } from '../domain/work-kinds.ts';
import { pause } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import { redisAddress } from '../lib/redis-address.ts';

/** Content of a queue entry; everything else is read from Postgres. */
export type DoorbellData = { id: string; attempt: number };

/** Absent after Redis lost its data; then everything that waits is told again. */
const epochKey = `${queuePrefix}:epoch`;

/** Options for a worker's blocking connection; the socket deadline must exceed BullMQ's 10 s block (M6). */
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

/** Opens a Redis connection whose errors are logged now and then instead of ending the process. */
function openProducer(url: string, log: Logger): Redis {
  const redis = new Redis({ ...redisAddress(url), ...producerConnection });
  const mayLog = createThrottle(10_000);
  redis.on('error', (error: Error) => {
    if (mayLog(error.message)) log.warn({ detail: error.message }, 'redis connection');
  });
  return redis;
}

/** The producing side of all queues. */
export type Queues = {
  /** Tells the queues; repeating it is harmless, since an entry's id names the attempt. */
  ring: (bells: readonly Doorbell[]) => Promise<void>;
  /** Whether Redis still has what it was told; false after it lost its data. */
  hasEpoch: () => Promise<boolean>;
  markEpoch: () => Promise<void>;
  /** Resolves when Redis was reached for the first time, at the latest after `timeoutMs`. */
  reached: (timeoutMs: number) => Promise<void>;
  /** Whether Redis answers at this moment. */
  answers: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** Opens the producing side; queues are opened when first rung. */
export function openQueues(redisUrl: string, log: Logger): Queues {
  const redis = openProducer(redisUrl, log);
  const queues = new Map<WorkKind, Queue<DoorbellData>>();
  const queueOf = (kind: WorkKind): Queue<DoorbellData> => {
    let queue = queues.get(kind);
    if (!queue) {
      queue = new Queue<DoorbellData>(kind, {
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
    ring: async (bells) => {
      for (const kind of new Set(bells.map((bell) => bell.kind))) {
        await queueOf(kind).addBulk(bells.filter((bell) => bell.kind === kind).map(toEntry));
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

/** Retries are decided in Postgres, so an entry has one attempt and leaves nothing behind (M2, M5). */
function toEntry({ kind, id, attempt }: Doorbell) {
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
