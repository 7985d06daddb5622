import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { encode } from './kafka-encoder.ts';
import type { Encoder } from './kafka-encoder.ts';

/** The parts of the broker that a consumer sees. */
type Logs = {
  port: number;
  advertised: { host: string; port: number } | undefined;
  topics: Map<string, { messages?: readonly (readonly FakeMessage[])[]; offsetsError?: number }>;
};

export type FakeMessage = { offset: number; value: Buffer | null };

/**
 * The client library's reader of Kafka's primitive types, and its writer of batches, which real brokers send as producers wrote
 * them.
 */
type Decoder = {
  readInt8: () => number;
  readInt32: () => number;
  readInt64: () => { toString: () => string };
  readString: () => string;
  readBytes: () => Buffer;
  readArray: <Value>(read: (decoder: Decoder) => Value) => Value[];
};
type Batch = { firstOffset: number; lastOffsetDelta: number; records: Encoder[] };
const require = createRequire(import.meta.url);
const KafkaDecoder = require('kafkajs/src/protocol/decoder') as new (buffer: Buffer) => Decoder;
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0') as {
  RecordBatch: (batch: Batch) => Promise<Encoder>;
};
const recordOf = require('kafkajs/src/protocol/recordBatch/record/v0') as (record: {
  offsetDelta: number;
  key: null;
  value: Buffer | null;
}) => Encoder;

const [fetch, listOffsets, offsetFetch, coordinator] = [1, 2, 9, 10];
const [joinGroup, heartbeat, leaveGroup, syncGroup] = [11, 12, 13, 14];

/** OffsetCommit is missing on purpose: a client that commits fails. */
export const consumerRequests: readonly (readonly [number, number, number])[] = [
  [fetch, 4, 4],
  [listOffsets, 1, 1],
  [offsetFetch, 1, 1],
  [coordinator, 0, 0],
  [joinGroup, 0, 0],
  [heartbeat, 0, 0],
  [leaveGroup, 0, 0],
  [syncGroup, 0, 0],
];

/** Few messages per answer, so that several answers are needed. */
const messagesPerFetch = 3;
const emptyFetchMs = 20;

type Partition = { partition: number; offset: number };
type Asked = { topic: string; partitions: Partition[] };

const askedOf = (decoder: Decoder, tail: (decoder: Decoder) => number): Asked[] =>
  decoder.readArray((each) => ({
    topic: each.readString(),
    partitions: each.readArray((one) => ({ partition: one.readInt32(), offset: tail(one) })),
  }));

const int64 = (decoder: Decoder): number => Number(decoder.readInt64().toString());

const logOf = (broker: Logs, topic: string, partition: number): readonly FakeMessage[] =>
  broker.topics.get(topic)?.messages?.[partition] ?? [];

const endOf = (log: readonly FakeMessage[]): number => (log.at(-1)?.offset ?? -1) + 1;

function answerByTopic(
  asked: readonly Asked[],
  answer: (topic: string, partition: Partition) => Encoder,
): Encoder {
  const topics = asked.map(({ topic, partitions }) => {
    const answers = partitions.map((partition) => answer(topic, partition));
    return encode().writeString(topic).writeArray(answers);
  });
  return encode().writeArray(topics);
}

function offsetsAnswer(broker: Logs, body: Buffer): Encoder {
  const decoder = new KafkaDecoder(body);
  decoder.readInt32();
  return answerByTopic(askedOf(decoder, int64), (topic, { partition, offset: wanted }) => {
    const log = logOf(broker, topic, partition);
    const offset = wanted === -2 ? (log[0]?.offset ?? 0) : endOf(log);
    const error = broker.topics.get(topic)?.offsetsError ?? 0;
    return encode().writeInt32(partition).writeInt16(error).writeInt64(-1).writeInt64(offset);
  });
}

async function batchOf(log: readonly FakeMessage[], from: number): Promise<Buffer> {
  const messages = log.filter(({ offset }) => offset >= from).slice(0, messagesPerFetch);
  const [first] = messages;
  if (first === undefined) return Buffer.alloc(0);
  const records = messages.map(({ offset, value }) =>
    recordOf({ offsetDelta: offset - first.offset, key: null, value }),
  );
  const lastOffsetDelta = (messages.at(-1)?.offset ?? 0) - first.offset;
  return (await RecordBatch({ firstOffset: first.offset, lastOffsetDelta, records })).buffer;
}

async function fetchAnswer(broker: Logs, body: Buffer): Promise<Encoder> {
  const decoder = new KafkaDecoder(body);
  for (let member = 0; member < 4; member++) decoder.readInt32();
  decoder.readInt8();
  const asked = askedOf(decoder, (each) => {
    const offset = int64(each);
    each.readInt32();
    return offset;
  });
  const batches = new Map<Partition, Buffer>();
  for (const { topic, partitions } of asked) {
    for (const each of partitions) {
      batches.set(each, await batchOf(logOf(broker, topic, each.partition), each.offset));
    }
  }
  if ([...batches.values()].every((batch) => batch.length === 0)) await pause(emptyFetchMs);
  const answer = answerByTopic(asked, (topic, each) => {
    const end = endOf(logOf(broker, topic, each.partition));
    const head = encode().writeInt32(each.partition).writeInt16(0).writeInt64(end).writeInt64(end);
    return head.writeArray([]).writeBytes(batches.get(each) ?? Buffer.alloc(0));
  });
  return encode().writeInt32(0).writeEncoder(answer);
}

const member = 'the-only-member';

function joinAnswer(body: Buffer): Encoder {
  const decoder = new KafkaDecoder(body);
  decoder.readString();
  decoder.readInt32();
  decoder.readString();
  decoder.readString();
  const protocols = decoder.readArray((each) => ({
    name: each.readString(),
    metadata: each.readBytes(),
  }));
  const [first] = protocols;
  const members = encode()
    .writeString(member)
    .writeBytes(first?.metadata ?? null);
  const head = encode().writeInt16(0).writeInt32(1);
  return head
    .writeString(first?.name ?? '')
    .writeString(member)
    .writeString(member)
    .writeArray([members]);
}

function syncAnswer(body: Buffer): Encoder {
  const decoder = new KafkaDecoder(body);
  decoder.readString();
  decoder.readInt32();
  decoder.readString();
  const assigned = decoder.readArray((each) => {
    each.readString();
    return each.readBytes();
  });
  return encode()
    .writeInt16(0)
    .writeBytes(assigned[0] ?? null);
}

function groupOffsetsAnswer(body: Buffer): Encoder {
  const decoder = new KafkaDecoder(body);
  decoder.readString();
  // A group that never committed has no offsets.
  return answerByTopic(
    askedOf(decoder, () => 0),
    (_topic, { partition }) =>
      encode().writeInt32(partition).writeInt64(-1).writeString('').writeInt16(0),
  );
}

/** The broker's answer to its only consumer; undefined for unknown requests. */
export async function answerToConsumer(
  broker: Logs,
  key: number,
  body: Buffer,
): Promise<Encoder | undefined> {
  if (key === fetch) return fetchAnswer(broker, body);
  if (key === listOffsets) return offsetsAnswer(broker, body);
  if (key === offsetFetch) return groupOffsetsAnswer(body);
  if (key === joinGroup) return joinAnswer(body);
  if (key === syncGroup) return syncAnswer(body);
  if (key === heartbeat || key === leaveGroup) return encode().writeInt16(0);
  if (key !== coordinator) return undefined;
  const { host, port } = broker.advertised ?? { host: '127.0.0.1', port: broker.port };
  return encode().writeInt16(0).writeInt32(1).writeString(host).writeInt32(port);
}
