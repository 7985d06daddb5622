import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Figure } from '../figures.ts';
import { rootDir, startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

/** A request crosses its files in every round; timers of the process run in some rounds only. */
const rounds = 10;
const listFile = path.join(rootDir, '.data', 'crossing.json');
const reportCrossed = new URL('../processes/report-crossed.js', import.meta.url).href;

const contract = (id: string): string =>
  JSON.stringify({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: `Orders ${id}`,
    version: '1.0.0',
    status: 'active',
    team: { name: 'bench' },
    servers: [{ server: 'production', type: 'kafka', host: 'kafka.example.com:9092' }],
    schema: [{ name: 'orders', properties: [{ name: 'order_id', logicalType: 'string' }] }],
  });

/**
 * Counts the files of the product in which a PUT of a new contract calls a function: all of them, those in which a GET of the
 * contract calls none, and those in which a search and the creation of an API key call none either, which is what a reader of the
 * write opens beside what every request uses. `.data/crossing.json` lists them.
 */
export async function benchCrossing({ databaseUrl, key }: BenchServers): Promise<Figure[]> {
  const api = await startProcess('bench/processes/our-server.js', { DATABASE_URL: databaseUrl }, [
    '--import',
    reportCrossed,
  ]);
  const baseUrl = `http://127.0.0.1:${(api.ready as AddressInfo).port}/api`;
  const takeCrossed = async (): Promise<string[]> => {
    api.child.send('crossed');
    // The server answers every message with its longest wait, too.
    for await (const [message] of on(api.child, 'message'))
      if (Array.isArray(message)) return message as string[];
    throw new Error('the server ended');
  };
  const send = async (request: string, body?: string): Promise<string[]> => {
    const [method = '', address = ''] = request.split(' ');
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    await takeCrossed();
    const answer = await fetch(baseUrl + address, { method, headers, ...(body && { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${text}`);
    return takeCrossed();
  };
  try {
    await send('PUT /teams/bench', JSON.stringify({ id: 'bench', name: 'Bench', type: 'Team' }));
    const [puts, gets, others]: [string[][], string[], string[]] = [[], [], []];
    // The first round fills caches.
    for (let round = 0; round <= rounds; round += 1) {
      const id = `crossing-${round}`;
      const put = await send(`PUT /datacontracts/${id}`, contract(id));
      if (round > 0) puts.push(put);
      gets.push(...(await send(`GET /datacontracts/${id}`)));
      others.push(...(await send('GET /datacontracts?q=orders&size=2')));
      others.push(...(await send('POST /api-keys', JSON.stringify({ scope: 'organization' }))));
    }
    return count(puts, gets, others);
  } finally {
    await api.stop();
  }
}

function count(
  puts: readonly (readonly string[])[],
  gets: readonly string[],
  others: readonly string[],
): Figure[] {
  const [first = [], ...further] = puts;
  const crossed = first.filter((file) => further.every((put) => put.includes(file)));
  const writing = crossed.filter((file) => !gets.includes(file));
  const documents = writing.filter((file) => !others.includes(file));
  const lists = {
    'only a write of a document': documents,
    'also a search or a write of something else': writing.filter((file) => others.includes(file)),
    'also a GET of the contract': crossed.filter((file) => gets.includes(file)),
  };
  writeFileSync(listFile, `${JSON.stringify(lists, undefined, 2)}\n`);
  return [
    figure('Files that a PUT of a new contract crosses', crossed),
    figure('Those of them that a GET of it does not cross', writing),
    figure('Those of them that only writes of documents cross', documents, 25),
  ];
}

function figure(what: string, files: readonly string[], most?: number): Figure {
  return {
    what,
    ours: String(files.length),
    limit: '–',
    ratio: undefined,
    demand: most === undefined ? 'none' : `≤ ${most}`,
    met: most === undefined || files.length <= most,
  };
}
