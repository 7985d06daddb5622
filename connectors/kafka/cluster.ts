import kafkajs from 'kafkajs';
import type { Admin, Kafka as KafkaClient, SASLOptions } from 'kafkajs';
import { refuse } from '../../domain/errors.ts';
import type { ScanContext } from '../asset-source.ts';
import { checkBroker, guardSockets } from './sockets.ts';
import type { KafkaSockets } from './sockets.ts';
import { messageOf } from '../source-error.ts';
import { readTopicSettings } from './topic-settings.ts';
import type { ReadSettings } from './topic-settings.ts';

// Node.js finds no named exports in this CommonJS module; Jest does.
const { Kafka, logLevel } = kafkajs;

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
  settingsOf: ReadSettings;
  close: () => Promise<void>;
};

const connectTimeoutMs = 10_000;

/**
 * Connects to a cluster. Every broker must be on the list of allowed hosts, also those that the cluster announces. Refuses with
 * `source_refused` brokers that are not allowed, unreachable clusters, and failed sign-ins.
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
    settingsOf: readTopicSettings(admin, {
      ask,
      signal,
      note: (line) => context.note(withoutSecrets(line, settings)),
    }),
    close: () => close(admin, sockets),
  };
}

/** Connects; refuses with `source_refused` when that fails, and then leaves no connection open. */
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

/** A client that uses guarded sockets only and does not log. */
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
  // Disconnecting waits for answers, which a silent broker does not send.
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

/** Excludes the leader, which changes from day to day. */
async function listTopics(admin: Admin): Promise<Topic[]> {
  const { topics } = await admin.fetchTopicMetadata();
  return topics.map(({ name, partitions }) => ({
    name,
    partitions: partitions.length,
    replicationFactor: Math.max(0, ...partitions.map(({ replicas }) => replicas.length)),
  }));
}
