import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { connectDatabase } from '../../db/connect.ts';
import { messageLists } from '../../db/views/messaging/messages.ts';
import { asOrganizationId } from '../../domain/principal.ts';
import { createLog } from '../../lib/log.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import {
  beginTalk,
  furtherConversations,
  storedMessages,
  storeFurther,
  storeMessages,
} from '../data/messaging-rows.ts';
import type { Talk } from '../data/messaging-rows.ts';
import { flagsOf } from '../processes/process-flags.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const pageSize = 10;
const runs = 300;
const connections = 32;
const seconds = 4;
const rounds = 5;

type Plan = {
  'Planning Time': number;
  'Execution Time': number;
  Plan: { 'Actual Rows': number };
};

/** Planning and execution of each of many pages from one position, in milliseconds; prepared, as in the API. */
async function timePages(
  client: Client,
  name: string,
  values: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(
      `explain (analyze, buffers false, format json) execute ${name}(${values.join(', ')})`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0];
    if (!plan || plan.Plan['Actual Rows'] < pageSize) throw new Error(`${name}: no full page`);
    times.push(plan['Planning Time'] + plan['Execution Time']);
  }
  return times;
}

const scopes = {
  conversation: 'a conversation of 1 M messages',
  contact: `a contact’s ${furtherConversations + 1} conversations`,
};

/** The slowest position of a list: the newest, middle and oldest cursor, in both directions. */
async function benchPages(databaseUrl: string, talk: Talk): Promise<Figure[]> {
  const client = new Client({
    connectionString: databaseUrl,
    // Like all connections of the product.
    options: '-c enable_seqscan=off',
  });
  await client.connect();
  const figures: Figure[] = [];
  for (const [scope, id] of [
    ['conversation', talk.conversationId],
    ['contact', talk.one.id],
  ] as const) {
    const slowest = { median: 0, p99: 0, where: '' };
    for (const direction of ['older', 'newer'] as const) {
      const name = `list_${scope}_${direction}`;
      await client.query(
        `prepare ${name} (uuid, text, bigint, int) as ${messageLists[scope][direction].text}`,
      );
      for (const [where, position] of [
        ['newest', storedMessages + 1000],
        ['middle', storedMessages / 2],
        ['oldest', 1000],
      ] as const) {
        const inside = direction === 'older' ? position + pageSize + 1 : position - pageSize - 1;
        const values = [`'${talk.organizationId}'`, `'${id}'`, `${inside}`, `${pageSize + 1}`];
        const times = (await timePages(client, name, values)).sort((a, b) => a - b);
        const p99 = times[Math.floor(times.length * 0.99)] ?? Infinity;
        process.stderr.write(
          `  ${scope}, ${direction} than the ${where}: median ${median(times).toFixed(3)} ms, p99 ${p99.toFixed(3)} ms\n`,
        );
        if (median(times) > slowest.median) Object.assign(slowest, { median: median(times), p99 });
      }
    }
    figures.push({
      what: `Page of ${pageSize} of ${scopes[scope]}, database time at the slowest cursor, median (p99)`,
      ours: `${slowest.median.toFixed(2)} ms (${slowest.p99.toFixed(2)} ms)`,
      limit: '–',
      ratio: undefined,
      demand: '≤ 3 ms',
      met: slowest.median <= 3,
    });
  }
  await client.end();
  return figures;
}

/** Messages sent per second, as forms. */
async function sendMessages(address: string, { conversationId, token }: Talk): Promise<number> {
  const message = 'what in the world are you doing in our closet at this time of the day?';
  const result = await autocannon({
    url: `${address}/v1/messages`,
    connections,
    duration: seconds,
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ conversation_id: conversationId, message }).toString(),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`POST ${address}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

async function benchSending(databaseUrl: string, talk: Talk): Promise<Figure> {
  const env = { DATABASE_URL: databaseUrl };
  const ours = await startProcess('bench/processes/our-server.js', env, flagsOf('api'));
  const bare = await startProcess('bench/processes/bare-message-server.js', env);
  const addressOf = (ready: unknown) => `http://127.0.0.1:${(ready as AddressInfo).port}`;
  const [ourAddress, bareAddress] = [addressOf(ours.ready), addressOf(bare.ready)];
  for (const address of [ourAddress, bareAddress]) await sendMessages(address, talk);
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      ours: await sendMessages(ourAddress, talk),
      bare: await sendMessages(bareAddress, talk),
    });
  }
  await Promise.all([ours.stop(), bare.stop()]);
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare));
  return {
    what: `POST of a message to one conversation, ${connections} connections`,
    ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}/s`,
    limit: `${Math.round(median(pairs.map((pair) => pair.bare)))}/s bare Koa + pg transaction`,
    ratio,
    demand: '≥ 0.4',
    met: ratio >= 0.4,
  };
}

/** Measures pages of a conversation of a million messages, from anywhere, and the speed of sending messages. */
export async function benchMessaging({ databaseUrl: url }: BenchServers): Promise<Figure[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from organizations');
  const log = createLog('bench', 'error');
  const database = connectDatabase({ url, poolMax: 2, applicationName: 'bench', log });
  const talk = await beginTalk(database, asOrganizationId(rows[0]?.id ?? ''));
  await database.close();
  await storeFurther(client, talk);
  await storeMessages(client, talk);
  await client.end();
  const figures = await benchPages(url, talk);
  figures.push(await benchSending(url, talk));
  return figures;
}
