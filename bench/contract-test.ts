import { Client } from 'pg';
import { openSource } from '../connectors/open-source.ts';
import { normaliseContract } from '../domain/standards/odcs/normalise.ts';
import { runContractTest } from '../jobs/contract-tests/run-checks.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import type { BenchServers } from './servers.ts';

const rows = 1_000_000;
const rounds = 5;
const columns = 20;

/** 60 checks on values: 20 × not null, 10 × minimum, 10 × maximum, 10 × length, 10 × pattern. */
function property(index: number): Record<string, unknown> {
  const isNumber = index % 2 === 0;
  return {
    name: `c${index}`,
    logicalType: isNumber ? 'integer' : 'string',
    required: true,
    logicalTypeOptions: isNumber
      ? { minimum: 10, maximum: 990 }
      : { maxLength: 12, pattern: '^v[0-9]+$' },
  };
}

/** The same 60 expressions as a person would write them, in one statement. */
function byHand(): string {
  const parts = Array.from({ length: columns }, (_, index) => {
    const name = `c${index}`;
    return index % 2 === 0
      ? [`${name} is null`, `${name} < 10`, `${name} > 990`]
      : [`${name} is null`, `length(${name}) > 12`, `${name} !~ '^v[0-9]+$'`];
  }).flat();
  return `select count(*), ${parts.map((part) => `count(*) filter (where ${part})`).join(', ')} from bench_rows`;
}

async function createRows(client: Client): Promise<void> {
  const declared = Array.from(
    { length: columns },
    (_, index) => `c${index} ${index % 2 === 0 ? 'integer' : 'text'}`,
  );
  const values = Array.from({ length: columns }, (_, index) =>
    index % 2 === 0 ? `(n * ${index + 7}) % 1000` : `'v' || (n * ${index + 3}) % 100000`,
  );
  await client.query(`create table bench_rows (${declared.join(', ')})`);
  await client.query(
    `insert into bench_rows select ${values.join(', ')} from generate_series(1, ${rows}) n`,
  );
  await client.query('vacuum analyze bench_rows');
}

/** A contract test of a million rows against one hand-written aggregate query over the same expressions. */
export async function benchContractTest(servers: BenchServers): Promise<Figure[]> {
  const url = new URL(servers.databaseUrl);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await createRows(client);
  const model = normaliseContract({
    kind: 'DataContract',
    apiVersion: 'v3.1.0',
    id: 'bench',
    version: '1.0.0',
    servers: [
      {
        server: 'bench',
        type: 'postgres',
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        schema: 'public',
      },
    ],
    schema: [
      {
        name: 'bench_rows',
        properties: Array.from({ length: columns }, (_, index) => property(index)),
      },
    ],
  });
  const access = {
    allowedHosts: [url.host],
    allowedDataDirs: [],
    credentials: {
      DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(url.username),
      DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(url.password) || 'none',
    },
    statementTimeoutMs: 120_000,
  };
  const [server] = model.servers;
  if (!server) throw new Error('the contract has a server');
  const test = () =>
    runContractTest({
      model,
      server,
      open: (chosen, signal) => openSource(chosen, access, signal),
      signal: new AbortController().signal,
    });
  const hand = byHand();
  const outcome = await test();
  await client.query(hand);
  const values = outcome.checks.filter(
    ({ type }) => !['field_is_present', 'field_type'].includes(type),
  );
  if (
    values.length !== 60 ||
    outcome.checks.some(({ result }) => result !== 'passed' && result !== 'failed')
  ) {
    throw new Error(
      `the test is not the one that is meant: ${values.length} checks, ${outcome.result}`,
    );
  }
  const pairs: { ours: number; hand: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ ours: await time(test), hand: await time(() => client.query(hand)) });
  }
  await client.query('drop table bench_rows');
  await client.end();
  const ratio = median(pairs.map((pair) => pair.ours / pair.hand));
  return [
    {
      what: `Contract test, 1 M rows, ${values.length} checks (+ ${outcome.checks.length - values.length} of presence and type)`,
      ours: `${median(pairs.map((pair) => pair.ours)).toFixed(0)} ms`,
      limit: `${median(pairs.map((pair) => pair.hand)).toFixed(0)} ms one aggregate by hand`,
      ratio,
      demand: '≤ 1.5',
      met: ratio <= 1.5,
    },
  ];
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
