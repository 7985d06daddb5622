import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { pause } from '../../lib/clock.ts';
import type { Figure } from '../figures.ts';
import { rootDir, startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const deliveries = 2_400;
const sampleEveryMs = 25;
const endsWithinMs = 120_000;

/** Measurements of one round of deliveries. */
type Round = { perSecond: number; rowsOfWork: number; waiting: number; samples: number };

/**
 * Measures deliveries per second to one webhook, of few and of many subjects, by the worker and the clock as
 * bin/start runs them.
 */
export async function benchWebhooks(servers: BenchServers): Promise<Figure[]> {
  const receiver = await startReceiver();
  const host = `127.0.0.1:${(receiver.server.address() as AddressInfo).port}`;
  const env = {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    WEBHOOK_ALLOWED_HOSTS: host,
  };
  const ours = await startProcess('bench/processes/our-server.js', env);
  const address = `http://127.0.0.1:${(ours.ready as AddressInfo).port}`;
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const answer = await fetch(`${address}/api/webhooks/bench`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-api-key': servers.key },
    body: JSON.stringify({ url: `http://${host}/`, events: ['TeamUpdatedEvent'] }),
  });
  if (!answer.ok) throw new Error(`webhook: ${answer.status} ${await answer.text()}`);
  const programs = ['clock.js', 'main.js'].map((file) => startProgram(file, env));
  // The first round warms up connections, plans and code.
  await measure(client, receiver, 10);
  const few = await measure(client, receiver, 10);
  const many = await measure(client, receiver, 600);
  for (const program of programs) program.kill('SIGKILL');
  await client.end();
  await ours.stop();
  receiver.server.closeAllConnections();
  receiver.server.close();
  const ratio = many.perSecond / few.perSecond;
  const [of10, of600] = [few, many].map(({ perSecond }) => `${Math.round(perSecond)}/s`);
  return [
    {
      what: `Deliveries to a webhook, ${deliveries} events of 600 subjects`,
      ours: `${of600}; ${many.rowsOfWork} rows of work, ${many.waiting} of ${many.samples} samples waited on a lock`,
      limit: `${of10} of 10 subjects; ${few.rowsOfWork} rows, ${few.waiting} of ${few.samples}`,
      ratio,
      demand: '≥ 200/s, ≥ 0.9',
      met: many.perSecond >= 200 && ratio >= 0.9,
    },
  ];
}

type Receiver = { server: Server; times: number[] };

async function startReceiver(): Promise<Receiver> {
  const times: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      times.push(performance.now());
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, times };
}

/** Records events of a number of subjects, and samples what the worker waits for until all have arrived. */
async function measure(client: Client, { times }: Receiver, subjects: number): Promise<Round> {
  times.length = 0;
  const { rows: before } = await client.query(`select count(*)::int as count from work`);
  await client.query(
    `insert into events (organization_id, id, type, subject_kind, subject_id, principal, public, data, at)
      select o.id, gen_random_uuid(), 'TeamUpdatedEvent', 'team', 'subject-' || n % $2, 'system', true,
        json_build_object('id', 'subject-' || n % $2), clock_timestamp()
      from organizations o, generate_series(1, $1) n`,
    [deliveries, subjects],
  );
  await client.query(`notify concordat, 'events_recorded'`);
  const samples = { waiting: 0, samples: 0 };
  for (const end = Date.now() + endsWithinMs; times.length < deliveries && Date.now() < end;) {
    await pause(sampleEveryMs);
    const { rows } = await client.query<{ active: number; waiting: number }>(
      `select count(*)::int as active, count(*) filter (where wait_event_type = 'Lock')::int as waiting
        from pg_stat_activity where application_name = 'concordat worker' and state = 'active'`,
    );
    samples.samples += rows[0]?.active ?? 0;
    samples.waiting += rows[0]?.waiting ?? 0;
  }
  if (times.length < deliveries) throw new Error(`only ${times.length} of ${deliveries} arrived`);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  await pause(1_000);
  const { rows: after } = await client.query(`select count(*)::int as count from work`);
  const rowsOfWork = after[0].count - before[0].count;
  return { perSecond: deliveries / seconds, rowsOfWork, ...samples };
}

function startProgram(file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [path.join(rootDir, 'dist', 'workers', file)], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
