import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { fillLineage } from '../data/lineage-rows.ts';
import { flagsOf } from '../processes/process-flags.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const batch = 100;
const connections = 8;
const singleConnections = 32;
const seconds = 4;
const rounds = 3;
const fullEdges = 10_000_000;
const graphs = 40;
const headers = { 'content-type': 'application/json' };

/** A run event of about 1.5 kB, as dbt sends it: two inputs and an output with a schema. */
function runEvent(n: number): object {
  const dataset = (name: string) => ({
    namespace: 'postgres://db.example.com:5432',
    name: `shop.public.${name}`,
    facets: {
      schema: {
        _producer: 'https://example.com/bench',
        _schemaURL: 'https://openlineage.io/spec/facets/1-1-1/SchemaDatasetFacet.json',
        fields: ['id', 'name', 'amount', 'placed_at'].map((field) => ({
          name: field,
          type: 'text',
        })),
      },
    },
  });
  const job = n % 1_000;
  return {
    eventType: n % 2 === 0 ? 'START' : 'COMPLETE',
    eventTime: new Date().toISOString(),
    run: { runId: `run-${n >> 1}`, facets: {} },
    job: { namespace: 'bench', name: `job-${job}` },
    inputs: [dataset(`in_${job}`), dataset(`in_${(job * 7) % 1_000}`)],
    outputs: [dataset(`out_${job}`)],
    producer: 'https://example.com/bench',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  };
}

let sent = 0;

type Target = { address: string; key: string; method: 'POST' | 'PUT'; path: string };

/** Requests per second with `size` events in each, or one event alone. */
async function load(
  { address, key, method, path }: Target,
  size: number | undefined,
): Promise<number> {
  const next = (): object => runEvent((sent += 1));
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const body = size === undefined ? next() : Array.from({ length: size }, next);
    return { ...request, path, body: JSON.stringify(body) };
  };
  const result = await autocannon({
    url: address,
    connections: size === undefined ? singleConnections : connections,
    duration: seconds,
    requests: [{ method, headers: { ...headers, 'x-api-key': key }, setupRequest }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

async function putProduct(address: string, key: string): Promise<void> {
  const team = { id: 'bench', name: 'Bench', type: 'Team' };
  const product = {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: 'shop',
    status: 'active',
    team: { name: 'bench' },
    outputPorts: [{ name: 'orders', version: '1.0.0', type: 'postgres' }],
  };
  for (const [path, body] of [
    ['teams/bench', team],
    ['dataproducts/shop', product],
  ] as const) {
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'PUT',
      headers: { ...headers, 'x-api-key': key },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}

/** A batch is answered with 200 also if its events are refused. */
async function assertStored({ address, key, path }: Target): Promise<void> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': key },
    body: JSON.stringify([runEvent(0)]),
  });
  const text = await answer.text();
  if (!text.includes('"success"')) throw new Error(`the event was not stored: ${text}`);
}

async function benchEvents(address: string, bareAddress: string, key: string): Promise<Figure[]> {
  const query = '?dataProductId=shop&outputPortId=orders';
  const many = { address, key, method: 'POST', path: `/api/v1/lineage/batch${query}` } as const;
  const one = { address, key, method: 'POST', path: `/api/v1/lineage${query}` } as const;
  const bare = { address: bareAddress, key, method: 'PUT', path: '/api/v1/one' } as const;
  await assertStored(many);
  await load(many, batch);
  const rates: number[] = [];
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    rates.push((await load(many, batch)) * batch);
    pairs.push({ ours: await load(one, undefined), bare: await load(bare, undefined) });
  }
  const rate = median(rates);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return [
    {
      what: `events of OpenLineage in batches of ${batch}, ${connections} connections`,
      ours: `${Math.round(rate)}/s`,
      limit: '–',
      ratio: undefined,
      demand: '≥ 5,000/s',
      met: rate >= 5_000,
    },
    {
      what: `single events of OpenLineage, ${singleConnections} connections`,
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
      limit: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s bare Koa + pg`,
      ratio,
      demand: '≥ 0.2',
      met: ratio >= 0.2,
    },
  ];
}

async function benchGraph(address: string, servers: BenchServers, edges: number): Promise<Figure> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from organizations');
  const starts = await fillLineage(client, {
    organizationId: rows[0]?.id ?? '',
    edges,
    starts: graphs,
  });
  await client.end();
  const ask = async (node: string): Promise<number> => {
    const started = performance.now();
    const url = `${address}/api/lineage/graph?node=${node}&depth=20`;
    const answer = await fetch(url, { headers: { 'x-api-key': servers.key } });
    const { nodes } = (await answer.json()) as { nodes: unknown[] };
    if (nodes.length !== 500) throw new Error(`${nodes.length} nodes in the graph`);
    return performance.now() - started;
  };
  for (const node of starts.slice(0, 10)) await ask(node);
  const times: number[] = [];
  for (const node of starts) times.push(await ask(node));
  const ms = median(times);
  return {
    what: `graph of 500 nodes among ${edges.toLocaleString('en')} edges`,
    ours: `${Math.round(ms)} ms`,
    limit: '–',
    ratio: undefined,
    demand: '≤ 100 ms',
    met: ms <= 100,
  };
}

/** Measures events of OpenLineage, alone and in batches, and the graph at `size` × 10 million edges. */
export async function benchLineage(servers: BenchServers, size: number): Promise<Figure[]> {
  const env = { DATABASE_URL: servers.databaseUrl };
  const [ours, bare] = [
    await startProcess('bench/processes/our-server.js', env, flagsOf('api')),
    await startProcess('bench/processes/bare-server.js', env),
  ];
  const addressOf = (ready: unknown) => `http://127.0.0.1:${(ready as AddressInfo).port}`;
  const [address, bareAddress] = [addressOf(ours.ready), addressOf(bare.ready)];
  try {
    await putProduct(address, servers.key);
    const figures = await benchEvents(address, bareAddress, servers.key);
    return [...figures, await benchGraph(address, servers, Math.round(fullEdges * size))];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}
