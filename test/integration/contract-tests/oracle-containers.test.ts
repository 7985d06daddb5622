import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { load } from 'js-yaml';
import { avroSchemaOf } from '../../../connectors/avro/declared.ts';
import type { SourceAccess } from '../../../connectors/connector.ts';
import { openSource } from '../../../connectors/open-source.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { runContractTest } from '../../../jobs/contract-tests/run-checks.ts';
import { startKafkaBroker } from '../../support/fakes/kafka-broker.ts';
import { startS3rver } from '../../support/servers/s3rver.ts';
import { hasOracles, oracleFolder } from './oracles.ts';

/** Skipped tests are listed with their names, so the name says why. */
const describeWithOracles = (name: string, tests: () => void): void => {
  if (hasOracles) describe(name, tests);
  else describe.skip(`(no recorded runs beside the repository) ${name}`, tests);
};

type Expected = { key?: string; type: string; result?: string | null };
type Recorded = { checks?: Expected[]; run?: { checks: Expected[] } };

const engine = path.join(oracleFolder, 'engine');

function contractIn(folder: string, replaced: Record<string, string> = {}): unknown {
  const converted = path.join(folder, 'contract.converted.odcs.yaml');
  const file = fs.existsSync(converted) ? converted : path.join(folder, 'contract.odcs.yaml');
  let text = fs.readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(replaced)) text = text.replaceAll(name, value);
  return load(text);
}

function expectedIn(folder: string): Expected[] {
  const file = ['expected.json', 'expected.run.json'].find((name) =>
    fs.existsSync(path.join(folder, name)),
  );
  const recorded = JSON.parse(fs.readFileSync(path.join(folder, file ?? ''), 'utf8')) as Recorded;
  return recorded.run?.checks ?? recorded.checks ?? [];
}

async function run(contract: unknown, access: Partial<SourceAccess>): Promise<ContractTestOutcome> {
  const model = normaliseContract(contract);
  const [server] = model.servers;
  if (server === undefined) throw new Error('the contract has no server');
  const none = {
    allowedHosts: [],
    allowedDataDirs: [],
    credentials: {},
    statementTimeoutMs: 20_000,
  };
  return runContractTest({
    model,
    server,
    open: (wanted, signal) => openSource(wanted, { ...none, ...access }, signal),
    signal: new AbortController().signal,
  });
}

/** Key (or type) and result of the recorded checks, and of ours with the same keys. */
function bothOf(folder: string, outcome: ContractTestOutcome): [string[], string[]] {
  const expected = expectedIn(folder).filter(
    ({ key, type }) => key !== undefined || type === 'schema',
  );
  const names = expected.map(({ key, type }) => key ?? type);
  const ours = names.map((name) => {
    const check = outcome.checks.find(({ key, type }) => key === name || type === name);
    return `${name} ${check?.result} ${check?.result === 'passed' ? '' : (check?.reason ?? '')}`.trim();
  });
  return [expected.map(({ key, type, result }) => `${key ?? type} ${result}`), ours];
}

describeWithOracles('containers of datacontract-cli', () => {
  it.each(['s3-csv', 's3-json', 's3-delta'])('agree with ours: %s', async (id) => {
    const folder = path.join(engine, 'containers', id);
    const store = await startS3rver('test-bucket');
    const data = path.join(folder, 'data');
    for (const file of fs.readdirSync(data, { recursive: true, withFileTypes: true })) {
      const full = path.join(file.parentPath, file.name);
      const key = `fixtures/${id}/data/${path.relative(data, full)}`;
      if (file.isFile()) await store.put(key, fs.readFileSync(full));
    }
    const outcome = await run(contractIn(folder, { __S3_ENDPOINT_URL__: store.endpoint }), {
      allowedHosts: ['127.0.0.1'],
      credentials: {
        DATACONTRACT_S3_ACCESS_KEY_ID: store.key.id,
        DATACONTRACT_S3_SECRET_ACCESS_KEY: store.key.secret,
      },
    });
    await store.stop();
    const [theirs, ours] = bothOf(folder, outcome);
    expect(ours).toEqual(theirs);
  });

  it('agree with ours: kafka-avro', async () => {
    const folder = path.join(engine, 'containers', 'kafka-avro');
    const broker = await startKafkaBroker();
    const contract = contractIn(folder, { __KAFKA_HOST__: broker.server });
    const [table] = normaliseContract(contract).tables;
    if (table === undefined) throw new Error('the contract has no table');
    const fields = avroSchemaOf(table)['fields'] as { name: string; type: unknown }[];
    const lines = fs
      .readFileSync(path.join(folder, 'data/messages.json'), 'utf8')
      .trim()
      .split('\n');
    const values = lines.map((line, offset) => {
      const message = JSON.parse(line) as Record<string, string | number>;
      return { offset, value: Buffer.concat(fields.map((field) => encodeField(field, message))) };
    });
    broker.topics.set(table.physicalName, { partitions: 1, replicas: 1, messages: [values] });
    const outcome = await run(contract, { allowedHosts: ['127.0.0.1'] });
    await broker.stop();
    const [theirs, ours] = bothOf(folder, outcome);
    expect(ours).toEqual(theirs);
    expect(outcome.logs.map(({ message }) => message)).toContain(
      'Topic inventory-events-avro: a sample of the newest messages, at most 10000: 10 read',
    );
  });
});

/** Text and whole numbers below 64, as Avro writes them; the second branch where the field may be null. */
function encodeField(
  { name, type }: { name: string; type: unknown },
  message: Record<string, string | number>,
): Buffer {
  const value = message[name];
  const branch = Array.isArray(type) ? [2] : [];
  if (typeof value === 'number') return Buffer.from([...branch, value * 2]);
  const text = Buffer.from(String(value));
  return Buffer.concat([Buffer.from([...branch, text.length * 2]), text]);
}

describeWithOracles('DuckDB databases of datacontract-cli', () => {
  const folders = hasOracles
    ? fs.readdirSync(path.join(engine, 'fixtures')).filter((name) => name.startsWith('duckdb-'))
    : [];

  it.each(folders)('agree with ours: %s', async (id) => {
    const folder = path.join(engine, 'fixtures', id);
    const data = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'duckdb-oracle-')));
    // The recordings come without their database; this is what their rules and results say of it.
    const instance = await DuckDBInstance.create(path.join(data, 'orders.duckdb'));
    const connection = await instance.connect();
    await connection.run('create schema sales');
    for (const schema of ['main', 'sales']) {
      await connection.run(`create table ${schema}.orders (order_id varchar, order_total integer)`);
      await connection.run(
        `insert into ${schema}.orders values ('order-1', 100), ('order-2', 200)`,
      );
    }
    connection.closeSync();
    instance.closeSync();
    const outcome = await run(contractIn(folder, { __DATA__: data }), { allowedDataDirs: [data] });
    fs.rmSync(data, { recursive: true });
    if (id.includes('missing-file')) {
      expect(outcome.result).toBe('error');
      return;
    }
    const [theirs, ours] = bothOf(folder, outcome);
    const verdicts = ours.map((text) => text.split(' ').slice(0, 2).join(' '));
    // A rule that is refused says nothing about the data: an error with us, a failure with datacontract-cli.
    const meant = theirs.map((text) => text.replace('quality_sql_1 failed', 'quality_sql_1 error'));
    expect(verdicts).toEqual(meant);
  });
});
