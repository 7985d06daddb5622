import kafkajs from 'kafkajs';
import type { Admin, Kafka as KafkaClient, SASLOptions } from 'kafkajs';
import { refuse } from '../domain/errors.ts';
import type { ScanContext } from './asset-source.ts';
import { checkBroker, guardSockets } from './kafka-sockets.ts';
import type { KafkaSockets } from './kafka-sockets.ts';
import { messageOf } from './source-error.ts';

// Node finds no names in this CommonJS module; Jest does.
const { ConfigResourceTypes, Kafka, logLevel } = kafkajs;

export type ClusterSettings = {
  /** As `host:port`. */
  servers: readonly string[];
  ssl: boolean;
  sasl: SASLOptions | undefined;
};

export type Topic = { name: string; partitions: number; replicationFactor: number };

/** An open connection to a cluster. */
export type KafkaCluster = {
  describe: () => Promise<string>;
  topics: () => Promise<Topic[]>;
  /** The settings of a topic that tell what it is for; undefined when the user may not see them. */
  settingsOf: (topics: readonly string[]) => Promise<Map<string, Record<string, string>>>;
  close: () => Promise<void>;
};

const connectTimeoutMs = 10_000;

const shownSettings = [
  'cleanup.policy',
  'retention.ms',
  'retention.bytes',
  'delete.retention.ms',
  'min.insync.replicas',
  'max.message.bytes',
  'compression.type',
  'message.timestamp.type',
  'segment.ms',
];

/**
 * Connects to a cluster. Every broker has to be on the list of allowed hosts, also those that the cluster itself names. Refuses with
 * `source_refused` what is not, what cannot be reached, and whom the brokers do not know.
 */
export async function openCluster(
  settings: ClusterSettings,
  context: ScanContext,
): Promise<KafkaCluster> {
  const { access, signal } = context;
  signal.throwIfAborted();
  checkServers(settings, access.allowedHosts);
  const sockets = guardSockets(context);
  const client = kafkaClient(settings, sockets, access.statementTimeoutMs);
  const admin = client.admin();
  const ask = <Value>(work: () => Promise<Value>): Promise<Value> => sockets.during(work);
  await connectAdmin(admin, sockets, { settings, signal });
  return {
    async describe() {
      const { brokers, clusterId } = await ask(() => admin.describeCluster());
      const count = brokers.length === 1 ? '1 broker' : `${brokers.length} brokers`;
      return `Kafka cluster ${clusterId || 'without an id'}, ${count}`;
    },
    topics: () => ask(() => listTopics(admin)),
    settingsOf: (topics) => ask(() => describeTopics(admin, topics, context)),
    close: () => close(admin, sockets),
  };
}

/** Connects; refuses with `source_refused` when that is not possible, and then leaves no connection. */
export async function connectAdmin(
  admin: Admin,
  sockets: KafkaSockets,
  { settings, signal }: { settings: ClusterSettings; signal: AbortSignal },
): Promise<void> {
  try {
    await sockets.during(() => admin.connect());
  } catch (error) {
    await close(admin, sockets);
    signal.throwIfAborted();
    refuse('source_refused', withoutSecrets(explain(error, settings), settings));
  }
}

/** Refuses with `source_refused` bootstrap servers that are not on the list. */
export function checkServers({ servers }: ClusterSettings, allowedHosts: readonly string[]): void {
  for (const server of servers) {
    const { host, port } = addressOf(server);
    checkBroker(host, port, allowedHosts);
  }
}

function addressOf(server: string): { host: string; port: number } {
  const [, host, port] = /^([^:/\s]+):(\d{1,5})$/.exec(server) ?? [];
  if (host === undefined) {
    refuse('source_refused', 'A bootstrap server must be written as host:port');
  }
  return { host, port: Number(port) };
}

/** A client that connects by guarded sockets only, and says nothing of its own. */
export function kafkaClient(
  { servers, ssl, sasl }: ClusterSettings,
  sockets: KafkaSockets,
  requestTimeoutMs: number,
): KafkaClient {
  return new Kafka({
    clientId: 'concordat',
    brokers: [...servers],
    ssl,
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: connectTimeoutMs,
    authenticationTimeout: connectTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: { retries: 2, initialRetryTime: 200 },
    socketFactory: (args) => sockets.make(args),
    logLevel: logLevel.NOTHING,
    logCreator: () => () => undefined,
  });
}

async function close(admin: Admin, sockets: KafkaSockets): Promise<void> {
  // It waits for answers; none comes from a broker that is silent.
  sockets.end(new Error('closed'));
  await admin.disconnect().catch(() => undefined);
}

function explain(error: unknown, { servers, sasl }: ClusterSettings): string {
  const message = messageOf(error).split('\n')[0] ?? '';
  const name = (error as { name?: unknown }).name;
  if (name === 'Refusal') return message;
  const what = sasl === undefined ? '' : ` (${sasl.mechanism})`;
  return `Could not connect to Kafka at ${servers.join(', ')}${what}: ${message}`;
}

function withoutSecrets(text: string, { sasl }: ClusterSettings): string {
  const secret = sasl !== undefined && 'password' in sasl ? sasl.password : '';
  return secret.length < 3 ? text : text.replaceAll(secret, '***');
}

/** Which replica leads changes from day to day, so that it is no fact of the topic. */
async function listTopics(admin: Admin): Promise<Topic[]> {
  const { topics } = await admin.fetchTopicMetadata();
  return topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.length,
    replicationFactor: Math.max(0, ...partitions.map(({ replicas }) => replicas.length)),
  }));
}

async function describeTopics(
  admin: Admin,
  topics: readonly string[],
  { note, signal }: ScanContext,
): Promise<Map<string, Record<string, string>>> {
  const describe = async (
    names: readonly string[],
  ): Promise<[string, Record<string, string>][]> => {
    const resources = names.map((name) => ({
      type: ConfigResourceTypes.TOPIC,
      name,
      configNames: shownSettings,
    }));
    const answer = await admin.describeConfigs({ resources, includeSynonyms: false });
    return answer.resources.map(({ resourceName, configEntries }) => [
      resourceName,
      settingsIn(configEntries),
    ]);
  };
  if (topics.length === 0) return new Map();
  try {
    return new Map(await describe(topics));
  } catch (error) {
    if (!isOfTopic(error)) throw error;
  }
  // One topic that may not be described spoils the answer for all.
  const found = new Map<string, Record<string, string>>();
  for (const topic of topics) {
    signal.throwIfAborted();
    try {
      for (const [name, settings] of await describe([topic])) found.set(name, settings);
    } catch (error) {
      if (!isOfTopic(error)) throw error;
      note(`${topic}: its settings cannot be seen: ${messageOf(error)}`);
    }
  }
  return found;
}

/** What the protocol says of one topic: no right to describe it, or it is gone by now. */
function isOfTopic(error: unknown): boolean {
  const type = (error as { type?: unknown } | null)?.type;
  return (
    type === 'TOPIC_AUTHORIZATION_FAILED' ||
    type === 'UNKNOWN_TOPIC_OR_PARTITION' ||
    type === 'CLUSTER_AUTHORIZATION_FAILED'
  );
}

type Entry = { configName: string; configValue: string | null; isSensitive: boolean };

function settingsIn(entries: readonly Entry[]): Record<string, string> {
  const shown = entries
    .filter(({ configName, isSensitive }) => shownSettings.includes(configName) && !isSensitive)
    .flatMap(({ configName, configValue }) =>
      configValue === null ? [] : [[configName, configValue] as const],
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(shown);
}
