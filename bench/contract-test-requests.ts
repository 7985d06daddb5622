import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { normaliseContract } from '../domain/standards/odcs/normalise.ts';
import { openSource } from '../connectors/open-source.ts';
import { runContractTest } from '../jobs/contract-tests/run-checks.ts';
import { productProcesses } from '../local/product-process.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import { startProcess } from './servers.ts';
import type { BenchServers } from './servers.ts';

const concurrent = 16;
const seconds = 6;
const singles = 60;

type Bench = { address: string; key: string };

/** What tests do on the way to a result: requests at once, and one after the other over the engine alone. */
export async function benchContractTestRequests(servers: BenchServers): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-tests-'));
  writeFileSync(path.join(folder, 'tiny.csv'), 'order_id,status\n1,placed\n');
  const { env, access } = settingsOf(servers, folder);
  const api = await startProcess('bench/our-server.js', env, flagsOf('api'));
  const others = [
    await startProcess('bench/announced-worker.js', env, flagsOf('worker')),
    await startProcess('bench/clock-process.js', env),
  ];
  const { port } = api.ready as AddressInfo;
  const bench = { address: `http://127.0.0.1:${port}`, key: servers.key };
  const client = new Client({ connectionString: servers.databaseUrl });
  try {
    await client.connect();
    await client.query('create table bench_tiny (order_id integer, status text)');
    await put(bench, 'teams/bench', { id: 'bench', name: 'Bench', type: 'Team' });
    const url = new URL(servers.databaseUrl);
    const contracts = [
      contract('file', 'bench_tiny', { type: 'local', path: 'tiny.csv', format: 'csv' }),
      contract('table', 'bench_tiny', {
        type: 'postgres',
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        schema: 'public',
      }),
    ];
    for (const one of contracts) await put(bench, `datacontracts/${one.id}`, one);
    const rates: Figure[] = [];
    for (const { id } of contracts) {
      await test(bench, id);
      rates.push(await measureRate(bench, id));
    }
    return [...rates, await measureOverhead(bench, contracts[1], access)];
  } finally {
    await client.end();
    for (const one of [...others, api]) await one.stop();
    rmSync(folder, { recursive: true });
  }
}

function settingsOf({ databaseUrl, redisUrl }: BenchServers, folder: string) {
  const url = new URL(databaseUrl);
  const credentials = {
    DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(url.username),
    DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(url.password) || 'none',
  };
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ALLOWED_HOSTS: url.host,
    ALLOWED_DATA_DIRS: folder,
    LOG_LEVEL: 'warn',
    ...credentials,
  };
  const access = {
    allowedHosts: [url.host],
    allowedDataDirs: [folder],
    credentials,
    statementTimeoutMs: 60_000,
  };
  return { env, access };
}

function contract(id: string, table: string, server: object) {
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: id,
    version: '1.0.0',
    status: 'active',
    team: { name: 'bench' },
    servers: [{ server: 's', ...server }],
    schema: [
      {
        name: table,
        properties: [
          { name: 'order_id', logicalType: 'integer', required: true },
          { name: 'status', logicalType: 'string', required: true },
        ],
      },
    ],
  };
}

async function put({ address, key }: Bench, place: string, body: object): Promise<void> {
  const answer = await fetch(`${address}/api/${place}`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
}

async function test({ address, key }: Bench, id: string): Promise<void> {
  const answer = await fetch(`${address}/api/datacontracts/${id}/test`, {
    method: 'POST',
    headers: { 'x-api-key': key },
  });
  const { result } = (await answer.json()) as { result?: string };
  if (result === 'passed') return;
  throw new Error(`the test of ${id} did not pass: ${answer.status} ${result}`);
}

async function measureRate(bench: Bench, id: string): Promise<Figure> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrent }, async () => {
      while (performance.now() < end) {
        await test(bench, id);
        done += 1;
      }
    }),
  );
  const rate = (done / (performance.now() - started)) * 1000;
  return {
    what: `Tests of a tiny contract (${id}) through HTTP, ${concurrent} at once`,
    ours: `${rate.toFixed(0)}/s`,
    limit: 'datacontract-cli: about 2/s',
    ratio: undefined,
    demand: '≥ 20/s',
    met: rate >= 20,
  };
}

/** From the request to its answer, over what the engine alone takes in the same run. */
async function measureOverhead(
  bench: Bench,
  document: object | undefined,
  access: ReturnType<typeof settingsOf>['access'],
): Promise<Figure> {
  const model = normaliseContract(document ?? {});
  const [server] = model.servers;
  if (!server) throw new Error('the contract has a server');
  const alone = () =>
    runContractTest({
      model,
      server,
      open: (chosen, signal) => openSource(chosen, access, signal),
      signal: new AbortController().signal,
    });
  const pairs: { ours: number; bare: number }[] = [];
  for (let n = 0; n < singles; n++) {
    pairs.push({ ours: await time(() => test(bench, model.id)), bare: await time(alone) });
  }
  const ours = median(pairs.map((pair) => pair.ours));
  const bare = median(pairs.map((pair) => pair.bare));
  return {
    what: 'Test of an empty table: request → queue → worker → result, median',
    ours: `${ours.toFixed(1)} ms`,
    limit: `${bare.toFixed(1)} ms the engine alone`,
    ratio: undefined,
    demand: '≤ 60 ms more',
    met: ours - bare <= 60,
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** With what flags bin/start and the Procfile run a process. */
function flagsOf(name: string): string[] {
  return productProcesses.find((known) => known.name === name)?.flags ?? [];
}
