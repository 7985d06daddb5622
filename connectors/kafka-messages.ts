import type { ContractTable } from '../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceTable } from './connector.ts';
import { openDuckdb } from './duckdb-session.ts';
import type { DuckdbSession } from './duckdb-session.ts';
import { createFileTable } from './file-tables.ts';
import { checkServers } from './kafka-cluster.ts';
import { kafkaCredentials, kafkaSettingsOf, knownIn, numberOf } from './kafka-settings.ts';
import { sampleTopics } from './kafka-topics.ts';
import type { KafkaServer, TopicSample } from './kafka-topics.ts';
import { createTableNames } from './rule-views.ts';
import { createScratchFolder } from './scratch-folder.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { textMember } from './server-member.ts';
import { messageOf } from './source-error.ts';

async function tableOf(
  session: DuckdbSession,
  { server, signal }: KafkaServer,
  wish: { sample: TopicSample; relation: string; declared: ContractTable | undefined },
): Promise<SourceTable> {
  const { sample, relation, declared } = wish;
  const unreadable = (reason: string): SourceTable => ({
    relation,
    columns: [],
    cells: 'json',
    unreadable: reason,
  });
  if ('problem' in sample) return unreadable(sample.problem);
  const lines = { server: server.server, type: server.type, delimiter: 'new_line' };
  const files = [sample.path];
  try {
    const table = await createFileTable(session, {
      relation,
      format: 'json',
      files,
      server: lines,
      declared,
    });
    return { ...table, note: sample.note };
  } catch (error) {
    signal.throwIfAborted();
    return unreadable(messageOf(error));
  }
}

async function describeTopics(
  session: DuckdbSession,
  opened: KafkaServer,
  wanted: {
    folder: string;
    tableNames: readonly string[];
    declared: readonly ContractTable[];
  },
): Promise<Map<string, SourceTable>> {
  const samples = await sampleTopics(opened, wanted.folder, wanted);
  const paths = samples.flatMap((sample) => ('path' in sample ? [sample.path] : []));
  await session.restrictTo(paths);
  const { relationOf, nameForRules } = createTableNames(wanted.declared);
  const tables = new Map<string, SourceTable>();
  for (const sample of samples) {
    const relation = relationOf(sample.name);
    const declared = wanted.declared.find(({ physicalName }) => physicalName === sample.name);
    tables.set(sample.name, await tableOf(session, opened, { sample, relation, declared }));
  }
  await nameForRules(session, tables);
  return tables;
}

async function openSample(opened: KafkaServer, scratch: ScratchFolder): Promise<Source> {
  const { access, signal } = opened;
  const folder = scratch.path;
  const { statementTimeoutMs } = access;
  const session = await openDuckdb({ statementTimeoutMs, signal, spillFolder: `${folder}/spill` });
  return {
    dialect: 'duckdb',
    lanes: 1,
    describe: (tableNames, declared = []) =>
      describeTopics(session, opened, { folder, tableNames, declared }),
    absence: 'the cluster has no such topic',
    query: session.query,
    queryRule: session.queryRule,
    async close() {
      await session.close();
      await scratch.remove();
    },
  };
}

/**
 * The newest messages of Kafka topics, JSON or Avro, read by a consumer group of its own that commits nothing, and tested in an
 * embedded DuckDB: a sample, and the log of the run says of how many. Tables are topics by their physical names.
 */
export const kafkaMessages: Connector = {
  name: 'kafka-messages',
  serverTypes: ['kafka'],
  credentials: kafkaCredentials,
  signIns: [],
  placeIs: 'the list of brokers in `host`, as it stands there',
  place: (server) => textMember(server, 'host'),
  title: 'Topics of Kafka',
  tested: { live: false, against: 'a broker and a registry that speak its protocol' },
  async open(server, access, signal) {
    const known = knownIn(access);
    const settings = kafkaSettingsOf(server, known);
    const most = numberOf(known, 'MAX_MESSAGES', { usual: 10_000, most: 1_000_000 });
    const timeoutMs = numberOf(known, 'TIMEOUT', { usual: 30, most: 600 }) * 1000;
    signal.throwIfAborted();
    checkServers(settings, access.allowedHosts);
    const scratch = await createScratchFolder();
    try {
      return await openSample({ server, settings, access, signal, most, timeoutMs }, scratch);
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  },
};
