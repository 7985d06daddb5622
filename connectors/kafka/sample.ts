import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admin, Consumer, EachBatchPayload, Kafka } from 'kafkajs';

/** Messages of one partition from `from` up to, but not including, `to`. */
export type OffsetRange = { partition: number; from: bigint; to: bigint };

type Offsets = { partition: number; low: bigint; high: bigint };

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The newest messages of a topic up to the limit, spread evenly over its partitions. */
export function newestRanges(offsets: readonly Offsets[], maxMessages: number): OffsetRange[] {
  const filled = offsets
    .map(({ partition, low, high }) => ({ partition, high, length: high - low }))
    .filter(({ length }) => length > 0n)
    .sort((one, other) => (one.length < other.length ? -1 : 1));
  let left = BigInt(maxMessages);
  return filled.map(({ partition, high, length }, index) => {
    // The unused share of a short partition goes to the longer ones.
    const others = BigInt(filled.length - index);
    const taken = smaller(length, (left + others - 1n) / others);
    left -= taken;
    return { partition, from: high - taken, to: high };
  });
}

/** The ranges to read of a topic; undefined when the topic does not exist. */
export async function chooseRanges(
  admin: Admin,
  topic: string,
  maxMessages: number,
): Promise<OffsetRange[] | undefined> {
  // Some clusters create a topic when its metadata is requested by name.
  const topics = await admin.listTopics();
  if (!topics.includes(topic)) return undefined;
  const offsets = await admin.fetchTopicOffsets(topic);
  return newestRanges(
    offsets.map(({ partition, low, high }) => ({
      partition,
      low: BigInt(low),
      high: BigInt(high),
    })),
    maxMessages,
  ).filter(({ from, to }) => from < to);
}

export type Sampling = {
  topic: string;
  ranges: readonly OffsetRange[];
  timeoutMs: number;
  signal: AbortSignal;
  /** Called with the value of each message in order, null for a tombstone. */
  take: (value: Buffer | null) => Promise<void>;
};

type Progress = { open: Map<number, OffsetRange>; lastAt: number; emptyFetches: number };

/** Offsets of compacted messages and transaction markers never arrive; reading ends after this time without messages. */
const silenceMs = 2_000;
const lookMs = 50;
const farewellMs = 2_000;

async function takeBatch(
  payload: EachBatchPayload,
  { open, touch }: Pick<Progress, 'open'> & { touch: () => void },
  take: Sampling['take'],
): Promise<void> {
  const { batch } = payload;
  const range = open.get(batch.partition);
  if (range === undefined) return;
  for (const { offset, value } of batch.messages) {
    if (!payload.isRunning() || payload.isStale()) return;
    const at = BigInt(offset);
    if (at >= range.from && at < range.to) await take(value);
  }
  touch();
  if (BigInt(batch.lastOffset()) >= range.to - 1n) open.delete(batch.partition);
  await payload.heartbeat();
}

/** Start offsets; partitions without a range are not read. */
function place(consumer: Consumer, { topic, ranges }: Sampling, assigned: readonly number[]): void {
  const from = new Map(ranges.map((range) => [range.partition, range.from]));
  const idle = assigned.filter((partition) => !from.has(partition));
  if (idle.length > 0) consumer.pause([{ topic, partitions: idle }]);
  for (const [partition, offset] of from) {
    consumer.seek({ topic, partition, offset: String(offset) });
  }
}

/**
 * Reads ranges of a topic with a separate consumer group, which commits nothing and is deleted afterwards. Ends when everything
 * was read, when no more messages arrive, or at the timeout, and returns which; throws when the consumer fails.
 */
export async function readRanges(client: Kafka, sampling: Sampling): Promise<'read' | 'late'> {
  const { topic, ranges, signal, timeoutMs } = sampling;
  const consumer = client.consumer({
    groupId: `concordat-${randomUUID()}`,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 250,
    retry: { retries: 2, initialRetryTime: 200, restartOnFailure: async () => false },
  });
  const open = new Map(ranges.map((range) => [range.partition, range]));
  const progress: Progress = { open, lastAt: performance.now(), emptyFetches: 0 };
  const touch = (): void => {
    progress.lastAt = performance.now();
    progress.emptyFetches = 0;
  };
  let failure: unknown;
  consumer.on(consumer.events.CRASH, ({ payload }) => void (failure = payload.error));
  consumer.on(consumer.events.FETCH, ({ payload }) => {
    if (payload.numberOfBatches === 0) progress.emptyFetches += 1;
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    place(consumer, sampling, payload.memberAssignment[topic] ?? []);
    touch();
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: (batch) => takeBatch(batch, { open, touch }, sampling.take),
    });
    return await waitFor(progress, { timeoutMs, signal, failed: () => failure });
  } finally {
    // Disconnecting waits for answers that a silent broker does not send; the caller closes its connections.
    await Promise.race([consumer.disconnect().catch(() => undefined), pause(farewellMs)]);
  }
}

type Waiting = { timeoutMs: number; signal: AbortSignal; failed: () => unknown };

async function waitFor(
  progress: Progress,
  { timeoutMs, signal, failed }: Waiting,
): Promise<'read' | 'late'> {
  const begun = performance.now();
  while (progress.open.size > 0) {
    signal.throwIfAborted();
    if (failed() !== undefined) throw failed();
    const now = performance.now();
    if (progress.emptyFetches > 1 && now - progress.lastAt > silenceMs) return 'read';
    if (now - begun > timeoutMs) return 'late';
    await pause(lookMs);
  }
  return 'read';
}
