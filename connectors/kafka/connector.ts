import type { ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import type { Connector, Source, SourceTable } from '../connector.ts';
import * as about from './about.ts';
import { openDuckdb } from '../duckdb/session.ts';
import type { DuckdbSession } from '../duckdb/session.ts';
import { createFileTable } from '../files/tables.ts';
import { checkServers } from './cluster.ts';
import { kafkaSettingsOf, knownIn, numberOf } from './settings.ts';
import { sampleTopics } from './topics.ts';
import type { KafkaServer, TopicSample } from './topics.ts';
import { createTableNames } from '../duckdb/rule-views.ts';
import { createScratchFolder } from '../duckdb/scratch-folder.ts';
import type { ScratchFolder } from '../duckdb/scratch-folder.ts';
import { messageOf } from '../source-error.ts';

async function tableOf(
  session: DuckdbSession,
  { server, signal }: KafkaServer,
  request: { sample: TopicSample; relation: string; declared: ContractTable | undefined },
): Promise<SourceTable> {
  const { sample, relation, declared } = request;
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
    concurrency: 1,
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
 * The newest messages of Kafka topics, JSON or Avro, read by a separate consumer group without commits and tested in an embedded
 * DuckDB. This is a sample; the log of the run contains its size. Tables are topics by physical name.
 */
export const kafkaMessages: Connector<'kafka-messages'> = {
  ...about.kafkaMessages,
  async open(server, access, signal) {
    const known = knownIn(access);
    const settings = kafkaSettingsOf(server, known);
    const maxMessages = numberOf(known, 'MAX_MESSAGES', { fallback: 10_000, max: 1_000_000 });
    const timeoutMs = numberOf(known, 'TIMEOUT', { fallback: 30, max: 600 }) * 1000;
    signal.throwIfAborted();
    checkServers(settings, access.allowedHosts);
    const scratch = await createScratchFolder();
    try {
      return await openSample(
        { server, settings, access, signal, maxMessages, timeoutMs },
        scratch,
      );
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  },
};
