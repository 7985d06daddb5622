import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../jobs/contract-tests/plan/plan-checks.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import { benchServer, runTest, time } from '../data/contract-test-run.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const tables = 100;
const concurrent = 16;
const requests = 320;
const singles = 60;

function atMost(what: string, milliseconds: number, most: number, limit = '–'): Figure {
  return {
    what,
    ours: `${milliseconds.toFixed(1)} ms`,
    limit,
    ratio: undefined,
    demand: `≤ ${most} ms`,
    met: milliseconds <= most,
  };
}

const property = (index: number): Record<string, unknown> => ({
  name: `c${index}`,
  logicalType: index % 2 === 0 ? 'integer' : 'string',
  required: true,
  ...(index === 0 ? { unique: true } : {}),
  logicalTypeOptions: index % 2 === 0 ? { minimum: 0 } : { maxLength: 40 },
});

const twenty = Array.from({ length: 20 }, (_, index) => property(index));

async function createTables(client: Client): Promise<void> {
  const columns = twenty.map((_, index) => `c${index} ${index % 2 === 0 ? 'integer' : 'text'}`);
  const values = twenty.map((_, index) => (index % 2 === 0 ? 'n' : `'v' || n`));
  await client.query(`do $$ begin
    for t in 1..${tables} loop
      execute format('create table %I (${columns.join(', ')})', 'small_' || t);
      execute format('insert into %I select ${values.join(', ').replaceAll("'", "''")} from generate_series(1, 100) n', 'small_' || t);
    end loop;
  end $$`);
  await client.query('create table empty_table (id integer)');
  await client.query('analyze');
}

const connectAnd = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

async function smallTables(databaseUrl: string): Promise<Figure> {
  const schema = Array.from({ length: tables }, (_, index) => ({
    name: `small_${index + 1}`,
    properties: twenty,
  }));
  const contract = { ...benchServer(databaseUrl), schema };
  const { length } = (await runTest(contract)).checks;
  const spent: number[] = [];
  for (let round = 0; round < 5; round++) {
    const ours = await time(() => runTest(contract));
    spent.push(ours - (await time(() => connectAnd(databaseUrl))));
  }
  return atMost(`${tables} small tables, ${length} checks, beyond connecting`, median(spent), 1000);
}

function planning(): Figure {
  const model = normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    servers: [{ server: 's', type: 'postgres' }],
    schema: [{ name: 'wide', properties: Array.from({ length: 1_000 }, (_, n) => property(n)) }],
  });
  const [server] = model.servers;
  if (server === undefined) throw new Error('the contract has a server');
  const spent = Array.from({ length: 20 }, () => {
    const started = performance.now();
    planChecks(model, server);
    return performance.now() - started;
  });
  return atMost('Plan of a contract of 1,000 fields, the slowest of 20', Math.max(...spent), 50);
}

type Ask = (path: string, method: string, body?: unknown) => Promise<void>;

function createAsk(address: string, key: string): Ask {
  return async (path, method, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    if (path.endsWith('/test') && !text.includes('"result":"passed"')) throw new Error(text);
  };
}

async function requested(ask: Ask, databaseUrl: string): Promise<Figure[]> {
  const test = '/api/datacontracts/tiny/test';
  const bareStatements = [
    'select * from pg_catalog.pg_class limit 1',
    'select count(*), count(*) filter (where id is null) from empty_table',
  ];
  for (let n = 0; n < 20; n++) await ask(test, 'POST');
  const over: number[] = [];
  for (let n = 0; n < singles; n++) {
    const ours = await time(() => ask(test, 'POST'));
    over.push(ours - (await time(() => connectAnd(databaseUrl, ...bareStatements))));
  }
  let left = requests;
  const spent = await time(() =>
    Promise.all(
      Array.from({ length: concurrent }, async () => {
        while (left-- > 0) await ask(test, 'POST');
      }),
    ),
  );
  const perSecond = requests / (spent / 1_000);
  return [
    atMost(
      'Test of an empty table through HTTP, beyond the bare queries, median',
      median(over),
      60,
    ),
    {
      what: `Tests of a tiny contract through HTTP, ${concurrent} at once`,
      ours: `${perSecond.toFixed(0)}/s`,
      limit: '–',
      ratio: undefined,
      demand: '≥ 20/s',
      met: perSecond >= 20,
    },
  ];
}

async function throughHttp(servers: BenchServers): Promise<Figure[]> {
  const { server, access } = benchServer(servers.databaseUrl);
  const env = {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    LOG_LEVEL: 'warn',
    ALLOWED_HOSTS: access.allowedHosts.join(','),
    ...access.credentials,
  };
  const flags = productProcesses.find(({ name }) => name === 'worker')?.flags ?? [];
  const api = await startProcess('bench/processes/our-server.js', env);
  const worker = await startProcess('bench/processes/contract-test-worker.js', env, [...flags]);
  const clock = await startProcess('bench/processes/clock-process.js', env);
  const ask = createAsk(`http://127.0.0.1:${(api.ready as AddressInfo).port}`, servers.key);
  await ask('/api/teams/bench', 'PUT', { id: 'bench', name: 'Bench', type: 'Team' });
  await ask('/api/datacontracts/tiny', 'PUT', {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'tiny',
    version: '1.0.0',
    status: 'active',
    team: { name: 'bench' },
    servers: [server],
    schema: [
      { name: 'empty_table', properties: [{ name: 'id', logicalType: 'integer', required: true }] },
    ],
  });
  const figures = await requested(ask, servers.databaseUrl);
  await Promise.all([api.stop(), worker.stop(), clock.stop()]);
  return figures;
}

/**
 * Measures the overhead of a contract test besides reading: planning, many small tables, and the path through
 * HTTP and the queue.
 */
export async function benchContractTestService(servers: BenchServers): Promise<Figure[]> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await createTables(client);
  await client.end();
  return [planning(), await smallTables(servers.databaseUrl), ...(await throughHttp(servers))];
}
