import kafkajs from 'kafkajs';
import type { Admin } from 'kafkajs';
import { Refusal } from '../../domain/errors.ts';
import { messageOf } from '../source-error.ts';

// Node.js finds no named exports in this CommonJS module; Jest does.
const { ConfigResourceTypes } = kafkajs;

type Settings = Map<string, Record<string, string>>;

/** Settings that describe the use of topics, by topic; topics whose settings the cluster does not give are left out. */
export type ReadSettings = (topics: readonly string[]) => Promise<Settings>;

type Reading = {
  /** Rejects when the scan is cancelled, or with the refusal of a broker that is not allowed. */
  ask: <Value>(work: () => Promise<Value>) => Promise<Value>;
  note: (line: string) => void;
  signal: AbortSignal;
};

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
 * Reads the settings of topics, which are optional: users may lack the right to them, and brokers of other makers may not
 * implement the request. An error of one topic leaves out its settings; any other leaves out those of all following topics, so
 * that a scan does not wait for the same error again. Notes say so.
 */
export function readTopicSettings(admin: Admin, reading: Reading): ReadSettings {
  let isAnswered = true;
  /** The settings, or the error of one of the topics. */
  const tryTopics = async (topics: readonly string[]): Promise<Settings | Error> => {
    if (!isAnswered || topics.length === 0) return new Map();
    try {
      return await describe(admin, reading, topics);
    } catch (error) {
      reading.signal.throwIfAborted();
      if (error instanceof Refusal) throw error;
      if (isOfTopic(error)) return error;
      isAnswered = false;
      reading.note(
        `${topics[0]} and the topics after it have no settings, because the cluster does not answer them: ${messageOf(error)}`,
      );
      return new Map();
    }
  };
  return async (topics) => {
    const together = await tryTopics(topics);
    if (!(together instanceof Error)) return together;
    const found: Settings = new Map();
    for (const topic of topics) {
      const alone = await tryTopics([topic]);
      if (alone instanceof Error) {
        reading.note(`${topic}: its settings cannot be read: ${messageOf(alone)}`);
      } else for (const [name, settings] of alone) found.set(name, settings);
    }
    return found;
  };
}

/** Answers of a broker that are the same for all topics. */
const ofCluster = new Set(['UNSUPPORTED_VERSION', 'CLUSTER_AUTHORIZATION_FAILED']);

/** True for an error code in the answer, which belongs to one topic, such as a missing right or a deletion meanwhile. */
function isOfTopic(error: unknown): error is Error {
  const { name, type } = error as { name?: unknown; type?: unknown };
  return name === 'KafkaJSProtocolError' && typeof type === 'string' && !ofCluster.has(type);
}

async function describe(
  admin: Admin,
  { ask }: Reading,
  topics: readonly string[],
): Promise<Settings> {
  const resources = topics.map((name) => ({
    type: ConfigResourceTypes.TOPIC,
    name,
    configNames: shownSettings,
  }));
  const answer = await ask(() => admin.describeConfigs({ resources, includeSynonyms: false }));
  return new Map(
    answer.resources.map(({ resourceName, configEntries }) => [
      resourceName,
      settingsIn(configEntries),
    ]),
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
