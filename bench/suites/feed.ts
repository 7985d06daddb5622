import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { connectDatabase } from '../../db/connect.ts';
import type { Database } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { asOrganizationId } from '../../domain/principal.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { createLog } from '../../lib/log.ts';
import { bareBatch, rareType, storedEvents, storeEvents, subjectOf } from '../data/feed-rows.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const batch = 1_000;
const writers = 8;
const writesEach = 150;

type Event = { id: string; subject: string };
type Ask = (query: string) => Promise<Event[]>;

const secondsSince = (started: number): number => (performance.now() - started) / 1_000;

/** Events per second of each tenth of the feed, read by one client from its start to its end. */
async function readAll(read: () => Promise<number>): Promise<number[]> {
  const rates: number[] = [];
  for (let tenth = 0; tenth < 10; tenth++) {
    const started = performance.now();
    for (let n = 0; n < storedEvents / batch / 10; n++) {
      if ((await read()) !== batch) throw new Error('a batch is not full');
    }
    rates.push(storedEvents / 10 / secondsSince(started));
  }
  return rates;
}

function httpReader(ask: Ask, from = ''): () => Promise<number> {
  let cursor = from;
  return async () => {
    const events = await ask(`?limit=${batch}&lastEventId=${cursor}`);
    cursor = events.at(-1)?.id ?? cursor;
    return events.length;
  };
}

function bareReader(client: Client, organizationId: string): () => Promise<number> {
  let position = 0;
  return async () => {
    const values = [organizationId, position];
    const { rows } = await client.query<{ seq: string }>({ ...bareBatch, values });
    position = Number(rows.at(-1)?.seq ?? position);
    return rows.length;
  };
}

async function benchBatches(ask: Ask, client: Client, organizationId: string): Promise<Figure> {
  const bare = await readAll(bareReader(client, organizationId));
  // Otherwise the first tenth would measure a server that has just started.
  const warming = httpReader(ask);
  for (let n = 0; n < 100; n++) await warming();
  const ours = await readAll(httpReader(ask));
  return {
    what: 'Feed: 1 M events over HTTP in batches of 1000, one client',
    ours: `${Math.round(median(ours))}/s`,
    limit: `${Math.round(median(bare))}/s bare query`,
    ratio: median(ours) / median(bare),
    demand: '≥ 20k/s',
    met: median(ours) >= 20_000,
  };
}

/** Alternates between the first, middle and last tenth, so that other load of the machine affects all alike. */
async function benchFlatness(ask: Ask, ids: readonly string[]): Promise<Figure> {
  const readers = ids.map((id) => ({ read: httpReader(ask, id), seconds: [] as number[] }));
  for (let n = 0; n < 60; n++) {
    for (const { read, seconds } of readers) {
      const started = performance.now();
      await read();
      seconds.push(secondsSince(started));
    }
  }
  const rates = readers.map(({ seconds }) => batch / median(seconds));
  const [slowest, fastest] = [Math.min(...rates), Math.max(...rates)];
  return {
    what: 'Feed: slowest of its first, middle and last tenth',
    ours: `${Math.round(slowest)}/s`,
    limit: `${Math.round(fastest)}/s the fastest of them`,
    ratio: slowest / fastest,
    demand: '≥ 0.8',
    met: slowest / fastest >= 0.8,
  };
}

/** The slowest filtered requests, from the first, the middle and the last tenth. */
async function benchFilters(ask: Ask, ids: readonly string[]): Promise<Figure> {
  const times: number[] = [];
  for (const id of ids) {
    for (const filter of [
      `types=${rareType}`,
      'types=TagDeletedEvent',
      `subject=${subjectOf(7)}`,
    ]) {
      const each: number[] = [];
      for (let n = 0; n < 9; n++) {
        const started = performance.now();
        await ask(`?limit=20&lastEventId=${id}&${filter}`);
        each.push(performance.now() - started);
      }
      times.push(median(each));
    }
  }
  const slowest = Math.max(...times);
  return {
    what: 'Feed: 20 of a rare type, none, or of a subject, median of the slowest place',
    ours: `${slowest.toFixed(1)} ms`,
    limit: '–',
    ratio: undefined,
    demand: '≤ 10 ms',
    met: slowest <= 10,
  };
}

/** Follows the feed from its end as a stream and records when each subject arrived. */
async function follow(
  address: string,
  headers: Record<string, string>,
  lastEventId: string,
): Promise<{ seen: Map<string, number>; close: () => void }> {
  const seen = new Map<string, number>();
  const asked = request(`${address}/api/events?lastEventId=${lastEventId}`, {
    headers: { ...headers, accept: 'text/event-stream' },
  });
  await new Promise<void>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (response) => {
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        for (const [, subject = ''] of text.matchAll(/"subject":"(new-[^"]+)"/g))
          seen.set(subject, performance.now());
      });
      resolve();
    });
    asked.end();
  });
  return { seen, close: () => asked.destroy() };
}

/** Commits from a number of concurrent writers; records when each commit was sent. */
async function write(
  database: Database,
  organizationId: OrganizationId,
  committed: Map<string, number>,
): Promise<void> {
  const one = async (writer: number): Promise<void> => {
    for (let n = 0; n < writesEach; n++) {
      const subjectId = `new-${writer}-${n}`;
      await transact(database, async (tx) => {
        await recordEvent(tx, {
          organizationId,
          type: 'TeamUpdatedEvent',
          subjectKind: 'team',
          subjectId,
          principal: 'system',
          requestId: undefined,
          public: true,
          now: new Date(),
        });
        committed.set(subjectId, performance.now());
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => one(writer)));
}

async function benchLatency(
  servers: BenchServers,
  address: string,
  organizationId: OrganizationId,
  lastEventId: string,
): Promise<Figure> {
  const { databaseUrl: url, redisUrl, key } = servers;
  const clock = await startProcess('bench/processes/clock-process.js', {
    DATABASE_URL: url,
    REDIS_URL: redisUrl,
  });
  const log = createLog('bench', 'error');
  const database = connectDatabase({ url, poolMax: writers + 1, applicationName: 'bench', log });
  const { seen, close } = await follow(address, { 'x-api-key': key }, lastEventId);
  const committed = new Map<string, number>();
  const started = performance.now();
  await write(database, organizationId, committed);
  const rate = committed.size / secondsSince(started);
  while (seen.size < committed.size) await new Promise((resolve) => setTimeout(resolve, 20));
  close();
  await database.close();
  await clock.stop();
  const delays = [...committed].map(([subject, at]) => (seen.get(subject) ?? Infinity) - at);
  return {
    what: `Commit → told by a stream, ${writers} writers (${Math.round(rate)} commits/s), median`,
    ours: `${median(delays).toFixed(1)} ms`,
    limit: '–',
    ratio: undefined,
    demand: '≤ 50 ms',
    met: median(delays) <= 50,
  };
}

/**
 * Measures the feed of a million events: the speed of reading, from anywhere and with filters, and the delay of
 * new events.
 */
export async function benchFeed(servers: BenchServers): Promise<Figure[]> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from organizations');
  const organizationId = asOrganizationId(rows[0]?.id ?? '');
  await storeEvents(client, organizationId);
  const ours = await startProcess('bench/processes/our-server.js', {
    DATABASE_URL: servers.databaseUrl,
  });
  const address = `http://127.0.0.1:${(ours.ready as AddressInfo).port}`;
  const headers = { 'x-api-key': servers.key };
  const ask: Ask = async (query) => {
    const answer = await fetch(`${address}/api/events${query}`, { headers });
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Event[];
  };
  const cursors = await client.query<{ id: string }>(
    'select id from events where organization_id = $1 and seq in (1, 500000, 930000, 1000000) order by seq',
    [organizationId],
  );
  const ids = cursors.rows.map(({ id }) => id);
  const figures = [await benchBatches(ask, client, organizationId)];
  figures.push(await benchFlatness(ask, ids.slice(0, 3)));
  figures.push(await benchFilters(ask, ids.slice(0, 3)));
  figures.push(await benchLatency(servers, address, organizationId, ids[3] ?? ''));
  await client.end();
  await ours.stop();
  return figures;
}
