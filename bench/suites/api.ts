import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { flagsOf } from '../processes/process-flags.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const ids = 1_000;
const connections = 32;
const seconds = 4;
const rounds = 5;

/** A contract of about 5 kB; `version` makes each PUT a real change. */
function contract(id: string, version: number): string {
  const properties = Array.from({ length: 22 }, (_, index) => ({
    name: `column_${index}`,
    physicalName: `column_${index}`,
    logicalType: index % 3 === 0 ? 'integer' : 'string',
    physicalType: index % 3 === 0 ? 'integer' : 'varchar(100)',
    description: `What column ${index} of the orders means to those who read it.`,
    required: index % 2 === 0,
  }));
  return JSON.stringify({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: `Orders ${id}`,
    version: `1.0.${version}`,
    status: 'active',
    team: { name: 'bench' },
    description: {
      purpose: 'Orders of the web shop',
      usage: 'Reports',
      limitations: 'None that we know',
    },
    servers: [
      {
        server: 'production',
        type: 'postgres',
        host: 'db.example.com',
        port: 5432,
        database: 'shop',
        schema: 'public',
      },
    ],
    schema: [
      {
        name: 'orders',
        physicalName: 'orders',
        physicalType: 'table',
        description: 'One row per order',
        properties,
      },
    ],
    tags: ['orders', 'shop'],
  });
}

type Load = (address: string, method: 'GET' | 'PUT') => Promise<number>;

function createLoad(key: string): Load {
  let counter = 0;
  return async (address, method) => {
    const setupRequest = (request: autocannon.Request): autocannon.Request => {
      counter += 1;
      const id = `contract-${counter % ids}`;
      return {
        ...request,
        path: `/api/datacontracts/${id}`,
        ...(method === 'PUT' && { body: contract(id, counter) }),
      };
    };
    const result = await autocannon({
      url: address,
      connections,
      duration: seconds,
      requests: [
        { method, headers: { 'x-api-key': key, 'content-type': 'application/json' }, setupRequest },
      ],
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${method} ${address}: ${result.non2xx} refused, ${result.errors} failed`);
    return result.requests.average;
  };
}

async function putTeam(address: string, key: string): Promise<void> {
  const answer = await fetch(`${address}/api/teams/bench`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'bench', name: 'Bench', type: 'Team' }),
  });
  if (!answer.ok) throw new Error(`team: ${answer.status} ${await answer.text()}`);
}

/** Measures PUT and GET of a 5 kB contract, alternating with a bare Koa + pg server on the same Postgres. */
export async function benchApi(servers: BenchServers): Promise<Figure[]> {
  const env = { DATABASE_URL: servers.databaseUrl };
  const [ours, bare] = [
    await startProcess('bench/processes/our-server.js', env, flagsOf('api')),
    await startProcess('bench/processes/bare-server.js', env),
  ];
  const addressOf = (ready: unknown) => `http://127.0.0.1:${(ready as AddressInfo).port}`;
  const [ourAddress, bareAddress] = [addressOf(ours.ready), addressOf(bare.ready)];
  const load = createLoad(servers.key);
  await putTeam(ourAddress, servers.key);
  const figures: Figure[] = [];
  for (const [method, demanded] of [
    // One statement serves one document and many: half the code, and up to a tenth slower than a statement for one.
    ['PUT', 0.3],
    ['GET', 0.7],
  ] as const) {
    const pairs: { ours: number; bare: number }[] = [];
    for (const address of [ourAddress, bareAddress]) await load(address, method);
    for (let round = 0; round < rounds; round++) {
      pairs.push({ ours: await load(ourAddress, method), bare: await load(bareAddress, method) });
    }
    const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
    figures.push({
      what: `${method} of a 5 kB contract, ${connections} connections`,
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
      limit: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s bare Koa + pg`,
      ratio,
      demand: `≥ ${demanded}`,
      met: ratio >= demanded,
    });
  }
  await Promise.all([ours.stop(), bare.stop()]);
  return figures;
}
