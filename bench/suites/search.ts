import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { contracts, createCatalog, products } from '../data/search-rows.ts';
import { rootDir, startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';
import { measureRecall } from '../search-questions/measure-recall.ts';

const rounds = 40;
const facets =
  'facets=type,team,domain,tag,status,portType,classification,quality,certification,concept';
const everything = `/api/search?query=catalog&${facets}`;
/** The home page: its results, and beside them its facets. */
const browse = '/api/search?size=20';
const browseFacets = `/api/search?size=0&${facets}`;

type Ask = (path: string) => Promise<number>;
const page = '/api/datacontracts?size=100';

/** Forms of a list that an index supports, so that only the page is read. */
const lists = [
  '',
  '&p=7',
  '&sort=-createdAt',
  '&sort=name',
  '&sort=-id&after=contract-5',
  '&tag=tag-7',
  '&status=active',
  '&status=retired',
  '&status=retired&tag=tag-0',
  '&teamId=team-33',
  '&domainId=team-3',
  '&q=catalog',
].map((filter) => page + filter);

/** Postgres reads through all documents that `p` skips; Link headers use `after` instead. */
const deep = `${page}&p=700`;

/**
 * Sorted for each request: an index on a value that changes with every PUT would make every PUT update all
 * indexes (docs/decisions/0012-search-inside-postgres.md).
 */
const unindexed = ['&sort=-updatedAt', '&sort=status'].map((filter) => page + filter);

/** Typical queries for a contract: a word of its name, a prefix, two words, and a misspelled word. */
async function typedQueries(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select lower(name) as name from documents where kind = 'data-contract' and id ~ '[05]17$' order by id`,
  );
  return rows.map(({ name }, index) => {
    const [word = '', next = ''] = name.split(' ');
    const [a = '', b = '', c = '', d = '', ...rest] = word;
    const swapped = [a, b, d, c, ...rest].join('');
    return [word, word.slice(0, 5), `${word} ${next}`, swapped][index % 4] ?? word;
  });
}

/** Returns typical queries. */
async function fillCatalog(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from organizations');
    await createCatalog(client, rows[0]?.id ?? '');
    return await typedQueries(client);
  } finally {
    // Otherwise the end of the server hides the cause of a failure.
    await client.end();
  }
}

/** The maximum number of results of a typical query: a contract that is found brings the products that offer it. */
const fewResults = 1_500;

/** The queries with at least one and few results; requested once, so that the data is in memory. */
async function listRare(address: string, key: string, queries: string[]): Promise<string[]> {
  const rare: string[] = [];
  for (const query of queries) {
    const path = `/api/search?query=${encodeURIComponent(query)}&${facets}`;
    const answer = await fetch(address + path, { headers: { 'x-api-key': key } });
    const { total } = (await answer.json()) as { total: number };
    if (total > 0 && total <= fewResults) rare.push(path);
  }
  if (rare.length < queries.length / 2) throw new Error('the queries are not those that are meant');
  return rare;
}

/** Measures the recall of questions in a small catalog, and lists and searches of 100,000 contracts beside it. */
export async function benchSearch(servers: BenchServers): Promise<Figure[]> {
  const recall = await benchRecall(servers);
  return [...recall, ...(await benchLatency(servers))];
}

async function benchRecall({ databaseUrl, key }: BenchServers): Promise<Figure[]> {
  const api = await startProcess('bench/processes/our-server.js', { DATABASE_URL: databaseUrl });
  try {
    const { port } = api.ready as AddressInfo;
    return await measureRecall({ address: `http://127.0.0.1:${port}`, key }, rootDir);
  } finally {
    await api.stop();
  }
}

/** Measures lists and searches of a catalog of 100,000 contracts over HTTP, one after the other. */
async function benchLatency(servers: BenchServers): Promise<Figure[]> {
  const queries = await fillCatalog(servers.databaseUrl);
  const api = await startProcess('bench/processes/our-server.js', {
    DATABASE_URL: servers.databaseUrl,
  });
  const address = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  const ask = createAsk(address, servers.key);
  const words = await listRare(address, servers.key, queries);
  for (const path of [...lists, deep, ...unindexed, everything]) await ask(path);
  const slowestOf = async (paths: string[]): Promise<number> => {
    const medians: number[] = [];
    for (const path of paths) medians.push(median(await repeat(ask, path)));
    return Math.max(...medians);
  };
  const [indexed, skipping, sorting] = [
    await slowestOf(lists),
    await slowestOf([deep]),
    await slowestOf(unindexed),
  ];
  const few: number[] = [];
  for (const path of words) few.push(await ask(path));
  const all = await repeat(ask, everything);
  const first = await ask(browseFacets);
  const home = [...(await repeat(ask, browse)), ...(await repeat(ask, browseFacets))];
  await api.stop();
  const [p95OfFew, p95OfAll, p95OfHome] = [
    quantile(few, 0.95),
    quantile(all, 0.95),
    quantile(home, 0.95),
  ];
  const ofAll = `of ${contracts.toLocaleString('en')} contracts`;
  const documents = `${(contracts + products).toLocaleString('en')} contracts and products`;
  return [
    figure(
      `List: page of 100 ${ofAll}, median of the slowest of ${lists.length} forms`,
      indexed,
      10,
    ),
    figure(`List: page of 100 ${ofAll}, behind 70,000 that p skips, median`, skipping, 10),
    figure(`List: page of 100 ${ofAll}, by updatedAt or status, median`, sorting, undefined),
    figure(
      `Search ${ofAll}: ${words.length} queries, each found at most ${fewResults.toLocaleString('en')} times, with facets, p95`,
      p95OfFew,
      30,
    ),
    figure(`Search ${ofAll}: a word that is in all of them, with facets, p95`, p95OfAll, 300),
    figure(`Search of ${documents} without words: results, or ten facets, p95`, p95OfHome, 150),
    figure(
      `Search of ${documents} without words: ten facets, for the first time`,
      first,
      undefined,
    ),
  ];
}

function figure(what: string, tookMs: number, limitMs: number | undefined): Figure {
  return {
    what,
    ours: `${tookMs.toFixed(1)} ms`,
    limit: '–',
    ratio: undefined,
    demand: limitMs === undefined ? 'none' : `≤ ${limitMs} ms`,
    met: limitMs === undefined || tookMs <= limitMs,
  };
}

async function repeat(ask: Ask, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await ask(path));
  return times;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function createAsk(address: string, key: string): Ask {
  return async (path) => {
    const started = performance.now();
    const answer = await fetch(address + path, { headers: { 'x-api-key': key } });
    const text = await answer.text();
    const took = performance.now() - started;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return took;
  };
}
