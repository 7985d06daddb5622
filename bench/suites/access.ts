import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { pause } from '../../lib/clock.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import { rootDir, startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const connections = 32;
const perRound = 4_000;
const rounds = 5;
const headers = { 'content-type': 'application/json' };

async function put(address: string, key: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${address}/api/${path}`, {
    method: 'PUT',
    headers: { ...headers, 'x-api-key': key },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Two teams, and a product with a port. */
async function fillParties(address: string, key: string): Promise<void> {
  for (const id of ['provider', 'consumer'])
    await put(address, key, `teams/${id}`, { id, name: id, type: 'Team' });
  await put(address, key, 'dataproducts/shop', {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: 'shop',
    status: 'active',
    team: { name: 'provider' },
    outputPorts: [{ name: 'orders', version: '1.0.0', type: 'postgres' }],
  });
}

function accessBody(info: object): object {
  return {
    info: { purpose: 'Forecast of what the shop will sell', endDate: '2099-12-31', ...info },
    provider: { dataProductId: 'shop', outputPortId: 'orders' },
    consumer: { teamId: 'consumer' },
  };
}

/** Creates one request through the API, and copies it. */
async function fill(address: string, key: string, client: Client): Promise<void> {
  await fillParties(address, key);
  await put(address, key, 'access/template', accessBody({}));
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'access' and column_name <> 'id'`,
  );
  const columns = rows[0]?.columns ?? '';
  await client.query(
    `insert into access (id, ${columns}) select 'bench-' || n, ${columns} from access, generate_series(0, $1) n
      where id = 'template'`,
    [perRound * (rounds + 1)],
  );
  await client.query('analyze access');
}

/** Requests per second when each address is requested once for each number of the round. */
async function load(
  address: string,
  round: number,
  request: (n: number) => { method: 'POST' | 'PUT'; path: string; body: string },
  key: string,
): Promise<number> {
  let n = round * perRound;
  const result = await autocannon({
    url: address,
    connections,
    amount: perRound,
    requests: [
      {
        headers: { ...headers, 'x-api-key': key },
        setupRequest: (base) => ({ ...base, ...request(n++) }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${address}: ${result.non2xx} refused, ${result.errors} failed`);
  return perRound / ((result.finish.getTime() - result.start.getTime()) / 1000);
}

/**
 * Measures approvals, each with its events and its timer, alternating with a bare Koa + pg server that upserts
 * a row.
 */
export async function benchAccess(servers: BenchServers): Promise<Figure[]> {
  const env = { DATABASE_URL: servers.databaseUrl };
  const flags = productProcesses.find(({ name }) => name === 'api')?.flags ?? [];
  const ours = await startProcess('bench/processes/our-server.js', env, flags);
  const bare = await startProcess('bench/processes/bare-server.js', env);
  const addressOf = (ready: unknown) => `http://127.0.0.1:${(ready as AddressInfo).port}`;
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await fill(addressOf(ours.ready), servers.key, client);
  const approve = (n: number) =>
    ({ method: 'POST', path: `/api/access/bench-${n}/approve`, body: '' }) as const;
  const upsert = (n: number) =>
    ({
      method: 'PUT',
      path: `/bench-${n}`,
      body: JSON.stringify({ status: 'approved', n }),
    }) as const;
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const pair = {
      ours: await load(addressOf(ours.ready), round, approve, servers.key),
      bare: await load(addressOf(bare.ready), round, upsert, servers.key),
    };
    if (round > 0) pairs.push(pair);
  }
  const { rows } = await client.query<{ events: number; approved: number }>(
    `select (select count(*)::int from events where subject_id like 'bench-%') as events,
      (select count(*)::int from access where state = 'active') as approved`,
  );
  const [done] = rows;
  if (done?.approved !== perRound * (rounds + 1) || done.events !== 3 * done.approved)
    throw new Error(`not all was approved: ${JSON.stringify(done)}`);
  await client.end();
  await Promise.all([ours.stop(), bare.stop()]);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return [
    {
      what: `Approval of an access with 3 events and a timer, ${connections} connections`,
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
      limit: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s upserts of bare Koa + pg`,
      ratio,
      demand: '≥ 0.4',
      met: ratio >= 0.4,
    },
  ];
}

const timers = 600;
const spreadMs = 6_000;

/**
 * Measures the delay of activations of accesses that start over some seconds, with a worker and a clock as
 * bin/start runs them.
 */
export async function benchAccessTimers(servers: BenchServers): Promise<Figure[]> {
  const env = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl };
  const ours = await startProcess('bench/processes/our-server.js', env);
  const programs = ['worker', 'clock'].map((name) => startProgram(name, env));
  const address = `http://127.0.0.1:${(ours.ready as AddressInfo).port}`;
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  await fillParties(address, servers.key);
  const first = Date.now() + 6_000;
  for (let n = 0; n < timers; n++) {
    const startDate = new Date(first + (n * spreadMs) / timers).toISOString();
    const body = accessBody({ status: 'approved', startDate });
    await put(address, servers.key, `access/timer-${n}`, body);
  }
  let rows: { late: number }[] = [];
  for (const end = first + spreadMs + 20_000; rows.length < timers && Date.now() < end;) {
    await pause(200);
    ({ rows } = await client.query<{ late: number }>(
      `select (extract(epoch from activated_at - activate_at) * 1000)::float8 as late from access
        where id like 'timer-%' and state = 'active' order by 1`,
    ));
  }
  await client.end();
  for (const program of programs) program.kill('SIGKILL');
  await ours.stop();
  if (rows.length < timers) throw new Error(`only ${rows.length} of ${timers} were activated`);
  const at = (share: number): number =>
    Math.round(rows[Math.floor((timers - 1) * share)]?.late ?? 0);
  return [
    {
      what: `Activation of ${timers} accesses that begin within ${spreadMs / 1000} s: how late`,
      ours: `${at(0.5)} ms median, ${at(1)} ms the latest`,
      limit: `${at(0)} ms the earliest`,
      ratio: undefined,
      demand: '0 to 2000 ms',
      met: at(0) >= 0 && at(1) <= 2_000,
    },
  ];
}

function startProgram(name: string, env: Record<string, string>): ChildProcess {
  const file = path.join(rootDir, 'dist', 'workers', name === 'clock' ? 'clock.js' : 'main.js');
  return spawn(process.execPath, [file], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
