import type { SASLOptions } from 'kafkajs';
import { refuse } from '../../domain/errors.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { inPages } from '../assets/pages.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { columnsOfAvro } from '../avro/columns.ts';
import type { SchemaColumns } from '../avro/columns.ts';
import { facts } from '../../lib/json/facts.ts';
import { columnsOfJsonSchema } from './json-schema-columns.ts';
import { openCluster } from './cluster.ts';
import type { KafkaCluster, Topic } from './cluster.ts';
import { columnsOfProtobuf } from './protobuf-columns.ts';
import { openRegistry, UnusableSchema } from './schema-registry.ts';
import type { RegisteredSchema, SchemaRegistry } from './schema-registry.ts';
import { messageOf } from '../source-error.ts';

type Config = SettingsOf<typeof about.kafka>['config'];
type Credentials = SettingsOf<typeof about.kafka>['credentials'];

function saslOf({ saslMechanism }: Config, credentials: Credentials): SASLOptions | undefined {
  const { username, password } = credentials;
  if (username === undefined && saslMechanism === undefined) return undefined;
  if (username === undefined || password === undefined) {
    refuse('source_refused', 'To sign in to Kafka, both username and password are needed');
  }
  return { mechanism: saslMechanism ?? 'plain', username, password };
}

async function registryOf(
  { schemaRegistryUrl: url }: Config,
  credentials: Credentials,
  context: ScanContext,
): Promise<SchemaRegistry | undefined> {
  if (url === undefined) return undefined;
  const { registryUsername: username, registryPassword: password } = credentials;
  try {
    return await openRegistry({ url, username, password }, context);
  } catch (error) {
    context.signal.throwIfAborted();
    return refuse('source_refused', `Could not read the schema registry: ${messageOf(error)}`);
  }
}

const readers: Record<RegisteredSchema['type'], (schema: RegisteredSchema) => SchemaColumns> = {
  AVRO: ({ text, references }) =>
    columnsOfAvro(
      text,
      references.map((each) => each.text),
    ),
  JSON: ({ text, references }) => columnsOfJsonSchema(text, references),
  PROTOBUF: ({ text, references }) =>
    columnsOfProtobuf(
      text,
      references.map((each) => each.text),
    ),
};

type Read = Partial<SchemaColumns> & { facts: JsonObject; problem?: string };

/** A schema that cannot be parsed leaves its topic without fields, with a note. */
function readSchema(schema: RegisteredSchema): Read {
  const { subject, type, version, id } = schema;
  const known = { subject, type, version, id };
  try {
    return { ...readers[type](schema), facts: known };
  } catch (error) {
    return { facts: known, problem: `${subject}: ${messageOf(error)}` };
  }
}

type Open = { cluster: KafkaCluster; registry: SchemaRegistry | undefined; context: ScanContext };

async function schemaOf({ registry }: Open, subject: string): Promise<Read | undefined> {
  try {
    const schema = await registry?.latest(subject);
    return schema === undefined ? undefined : readSchema(schema);
  } catch (error) {
    if (!(error instanceof UnusableSchema)) throw error;
    return { facts: { subject }, problem: `${subject}: ${error.message}` };
  }
}

async function assetOf(
  open: Open,
  topic: Topic,
  settings: Record<string, string> | undefined,
): Promise<ScannedAsset> {
  const { name, partitions, replicationFactor } = topic;
  const value = await schemaOf(open, `${name}-value`);
  const key = await schemaOf(open, `${name}-key`);
  const problems = [value?.problem, key?.problem].filter((problem) => problem !== undefined);
  for (const problem of problems) open.context.note(`${name} has no fields: ${problem}`);
  const properties = {
    partitions,
    replicationFactor,
    ...facts({
      settings,
      valueSchema: value?.facts,
      keySchema: key === undefined ? undefined : { ...key.facts, ...fieldsOf(key) },
      problem: problems.join('; '),
    }),
  };
  const { description, columns } = value ?? {};
  return {
    path: [name],
    kind: 'topic',
    parent: null,
    properties,
    ...facts({ description }),
    ...(columns === undefined ? {} : { columns }),
  };
}

function fieldsOf({ columns }: Read): JsonObject {
  return columns === undefined
    ? {}
    : (JSON.parse(JSON.stringify({ fields: columns })) as JsonObject);
}

/** Topics per request for settings. */
const batchSize = 100;
/** Parallel requests for schemas. */
const atOnce = 4;

async function* assetsOf(open: Open, topics: readonly Topic[]): AsyncGenerator<ScannedAsset> {
  for (let at = 0; at < topics.length; at += batchSize) {
    const batch = topics.slice(at, at + batchSize);
    const settings = await open.cluster.settingsOf(batch.map(({ name }) => name));
    for (let from = 0; from < batch.length; from += atOnce) {
      const few = batch.slice(from, from + atOnce);
      yield* await Promise.all(few.map((topic) => assetOf(open, topic, settings.get(topic.name))));
    }
  }
}

async function* scan(open: Open, { includeInternal }: Config): AsyncGenerator<ScannedAsset> {
  const { filter } = open.context;
  const topics = (await open.cluster.topics())
    .filter(({ name }) => includeInternal === true || !name.startsWith('_'))
    .filter(({ name }) => filter.admits([name]))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  yield* assetsOf(open, topics);
}

/**
 * Topics of a Kafka cluster, with the fields of their schemas `<topic>-value` and `<topic>-key` in a schema registry. Messages
 * are not read.
 */
export const kafka = defineAssetSource(about.kafka, async ({ config, credentials }, context) => {
  const sasl = saslOf(config, credentials);
  const registry = await registryOf(config, credentials, context);
  const { bootstrapServers: servers, ssl = false } = config;
  const cluster = await openCluster({ servers, ssl, sasl }, context);
  return {
    describe: cluster.describe,
    pages: () => inPages(scan({ cluster, registry, context }, config), context),
    close: cluster.close,
  };
});
