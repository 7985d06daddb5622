import path from 'node:path';
import type { Admin, Kafka } from 'kafkajs';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { ContractServer, ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import { isObject } from '../../lib/json/json.ts';
import type { SourceAccess } from '../connector.ts';
import { kafkaPrefix } from './about.ts';
import { connectAdmin, kafkaClient } from './cluster.ts';
import type { ClusterSettings } from './cluster.ts';
import { chooseRanges, readRanges } from './sample.ts';
import type { OffsetRange } from './sample.ts';
import { knownIn } from './settings.ts';
import { guardSockets } from './sockets.ts';
import type { KafkaSockets } from './sockets.ts';
import { createValueFile, readAvroAs, readAvroOf, readJson } from './values.ts';
import type { ValueFile, ValueReader } from './values.ts';
import { textMember } from '../server/member.ts';
import { messageOf } from '../source-error.ts';

/** `customProperties.topic` of a server replaces the name of its table. */
function topicOf(server: ContractServer, table: string): string {
  const written = server['customProperties'];
  const custom = Array.isArray(written)
    ? written.filter(isObject).find((each) => each['property'] === 'topic')?.['value']
    : undefined;
  const topic = server['topic'] ?? custom;
  return typeof topic === 'string' && topic !== '' ? topic : table;
}

/** A cluster, the topics to read from it, and the limits. */
export type KafkaServer = {
  server: ContractServer;
  settings: ClusterSettings;
  access: SourceAccess;
  signal: AbortSignal;
  /** Per topic. */
  maxMessages: number;
  /** Per topic. */
  timeoutMs: number;
};

function readerOf(
  { server, access, signal }: KafkaServer,
  table: ContractTable | undefined,
): ValueReader {
  const format = (textMember(server, 'format') ?? 'json').toLowerCase();
  if (format === 'json') return readJson;
  if (format !== 'avro') {
    refuse('source_refused', `Format '${format}' of Kafka is not supported; supported: json, avro`);
  }
  const known = knownIn(access);
  const url = known('SCHEMA_REGISTRY_URL');
  if (url !== undefined) {
    const username = known('SCHEMA_REGISTRY_USERNAME');
    const password = known('SCHEMA_REGISTRY_PASSWORD');
    return readAvroOf({ url, username, password }, { access, signal });
  }
  if (table !== undefined) return readAvroAs(table);
  return refuse('source_refused', `Reading Avro requires ${kafkaPrefix}SCHEMA_REGISTRY_URL`);
}

/** The sample of a topic: a file of JSON lines, or the reason why there is none. */
export type TopicSample =
  | { name: string; path: string; note: string }
  | { name: string; problem: string };

const counted = (count: number, what: string): string => (count === 0 ? '' : `, ${count} ${what}`);

type Reading = { client: Kafka; admin: Admin; sockets: KafkaSockets; opened: KafkaServer };

type Sampled = {
  topic: string;
  ranges: readonly OffsetRange[];
  opened: KafkaServer;
  ended: 'read' | 'late';
};

/** Describes a sample; throws when no message arrived although the topic has some. */
function noteOf({ counts }: ValueFile, { topic, ranges, opened, ended }: Sampled): string {
  const { rows, tombstones, unreadable, firstProblem } = counts;
  if (rows + tombstones + unreadable === 0 && ranges.length > 0) {
    throw new Error(`no message of topic ${topic} arrived within ${opened.timeoutMs / 1000} s`);
  }
  const left = [
    counted(tombstones, 'tombstones'),
    counted(unreadable, `messages that cannot be read (${firstProblem})`),
  ].join('');
  const wanted = ranges.reduce((sum, { from, to }) => sum + (to - from), 0n);
  const cut = ended === 'late' ? ` of ${wanted} wanted` : '';
  const late = ended === 'late' ? `, as ${opened.timeoutMs / 1000} s were over` : '';
  return `Topic ${topic}: a sample of the newest messages, at most ${opened.maxMessages}: ${rows}${cut} read${left}${late}`;
}

async function sampleTopic(
  { client, admin, sockets, opened }: Reading,
  { name, target, read }: { name: string; target: string; read: ValueReader },
): Promise<TopicSample | undefined> {
  const { maxMessages, timeoutMs, signal, server } = opened;
  const topic = topicOf(server, name);
  const file = createValueFile(target, read);
  try {
    const ranges = await sockets.during(() => chooseRanges(admin, topic, maxMessages));
    if (ranges === undefined) return undefined;
    const sampling = { topic, ranges, timeoutMs, signal, take: file.take };
    const ended =
      ranges.length === 0 ? 'read' : await sockets.during(() => readRanges(client, sampling));
    return { name, path: target, note: noteOf(file, { topic, ranges, opened, ended }) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) throw error;
    return { name, problem: messageOf(error) };
  } finally {
    await file.end();
  }
}

/** Reads the newest messages of the topics, each into its own file; missing topics are left out. */
export async function sampleTopics(
  opened: KafkaServer,
  folder: string,
  { tableNames, declared }: { tableNames: readonly string[]; declared: readonly ContractTable[] },
): Promise<TopicSample[]> {
  const { settings, access, signal } = opened;
  const sockets = guardSockets({ access, signal });
  const client = kafkaClient(settings, sockets, access.statementTimeoutMs);
  const admin = client.admin();
  await connectAdmin(admin, sockets, { settings, signal });
  const samples: TopicSample[] = [];
  try {
    for (const [index, name] of tableNames.entries()) {
      const table = declared.find(({ physicalName }) => physicalName === name);
      const target = path.join(folder, `${index}.json`);
      const topic = { name, target, read: readerOf(opened, table) };
      const sample = await sampleTopic({ client, admin, sockets, opened }, topic);
      if (sample !== undefined) samples.push(sample);
    }
    return samples;
  } finally {
    sockets.end(new Error('closed'));
    await admin.disconnect().catch(() => undefined);
  }
}
