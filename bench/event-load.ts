import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';
import { flagsOf } from './processes/process-flags.ts';
import { startProcess } from './servers.ts';
import type { BenchServers } from './servers.ts';

const batch = 100;
const connections = 8;
const seconds = 4;
const rounds = 3;
const headers = { 'content-type': 'application/json' };

/** A sort of event that programs post, alone and many together. */
export type PostedEvents = {
  /** Plural, as in "events of OpenLineage". */
  name: string;
  single: { path: string; body: () => unknown };
  many: { path: string; body: (count: number) => unknown };
  /** True if the answer to `many` says that all were stored: refused ones are told with 200, too. */
  isStored: (text: string) => boolean;
};

type Servers = { address: string; bareAddress: string; key: string };

/** Starts our server and the bare one with a data product `shop`, and stops them behind `measure`. */
export async function besideBareServer(
  servers: BenchServers,
  measure: (servers: Servers) => Promise<Figure[]>,
): Promise<Figure[]> {
  const env = { DATABASE_URL: servers.databaseUrl };
  const [ours, bare] = [
    await startProcess('bench/processes/our-server.js', env, flagsOf('api')),
    await startProcess('bench/processes/bare-server.js', env),
  ];
  const addressOf = (ready: unknown) => `http://127.0.0.1:${(ready as AddressInfo).port}`;
  const [address, bareAddress] = [addressOf(ours.ready), addressOf(bare.ready)];
  try {
    await putProduct(address, servers.key);
    return await measure({ address, bareAddress, key: servers.key });
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

type Load = {
  url: string;
  key: string;
  method: 'POST' | 'PUT';
  body: () => unknown;
  connections: number;
};

/** Requests per second. */
async function load({ url, key, method, body, connections: open }: Load): Promise<number> {
  const { origin, pathname, search } = new URL(url);
  const path = pathname + search;
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path,
    body: JSON.stringify(body()),
  });
  const result = await autocannon({
    url: origin,
    connections: open,
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

async function assertStored({ address, key }: Servers, events: PostedEvents): Promise<void> {
  const answer = await fetch(address + events.many.path, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': key },
    body: JSON.stringify(events.many.body(1)),
  });
  const text = await answer.text();
  if (!events.isStored(text)) throw new Error(`the event was not stored: ${text}`);
}

/** Events per second in batches of 100, and requests with one event against the bare server. */
export async function benchEvents(servers: Servers, events: PostedEvents): Promise<Figure[]> {
  const { address, bareAddress, key } = servers;
  const { single, many } = events;
  const batches: Load = {
    url: address + many.path,
    key,
    method: 'POST',
    body: () => many.body(batch),
    connections,
  };
  const singles: Load = {
    url: address + single.path,
    key,
    method: 'POST',
    body: single.body,
    connections,
  };
  const bare: Load = { ...singles, url: `${bareAddress}/api/v1/one`, method: 'PUT' };
  await assertStored(servers, events);
  await load(batches);
  const rates: number[] = [];
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    rates.push((await load(batches)) * batch);
    pairs.push({ ours: await load(singles), bare: await load(bare) });
  }
  const rate = median(rates);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return [
    {
      what: `${events.name} in batches of ${batch}, ${connections} connections`,
      ours: `${Math.round(rate)}/s`,
      limit: '–',
      ratio: undefined,
      demand: '≥ 5,000/s',
      met: rate >= 5_000,
    },
    {
      what: `single ${events.name}, ${connections} connections`,
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
      limit: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s bare Koa + pg`,
      ratio,
      demand: '≥ 0.2',
      met: ratio >= 0.2,
    },
  ];
}
