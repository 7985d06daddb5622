import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { migrateDatabase } from '../../../db/migrate.ts';
import { searchDocuments } from '../../../db/views/search/search.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { embedDocuments } from '../../../jobs/housekeeping/embed-documents.ts';
import type { JobContext } from '../../../jobs/define-job.ts';
import { computeEmbeddings } from '../../../lib/embeddings.ts';
import { databaseUrl, quietLog } from '../../support/servers/database.ts';

/** A Postgres with pgvector, by its administrator; without it, the test server is asked whether it has the extension. */
const server = (name: string): string => {
  const given = process.env.TEST_PGVECTOR_URL;
  if (given === undefined) return databaseUrl(name);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return url.href;
};

const organizationId = '018f0000-0000-7000-8000-000000000001' as OrganizationId;
const name = `vectors_${randomBytes(6).toString('hex')}`;
let hasVectors: boolean;
let database: Database;
let endpoint: Server;
const asked: string[][] = [];
const warnings: string[] = [];

/** A model that knows three meanings; the fourth number is for all other texts. */
function meaningOf(text: string): number[] {
  const known = [/churn|leave/i, /invoice|money/i, /antenna|mast/i].map((words) =>
    words.test(text),
  );
  return [...known, !known.includes(true)].map((has) => (has ? 1 : 0.01));
}

beforeAll(async () => {
  await administer(async (client) => {
    const found = `select count(*)::int as count from pg_available_extensions where name = 'vector'`;
    hasVectors = (await client.query<{ count: number }>(found)).rows[0]?.count === 1;
    await client.query(`create database ${name}`);
  });
  await migrateDatabase(server(name), quietLog);
  database = connectDatabase({
    url: server(name),
    poolMax: 4,
    applicationName: 'vectors',
    log: quietLog,
  });
  await database.knex.raw(
    `insert into organizations (id, name, vanity, created_at) values (?, 'o', 'o', now())`,
    [organizationId],
  );
  for (const id of ['churn', 'invoices', 'antennas']) await put(id, `About ${id}`);
  endpoint = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { input } = JSON.parse(text) as { input: string[] };
      asked.push(input);
      response.end(JSON.stringify({ data: input.map((each) => ({ embedding: meaningOf(each) })) }));
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  endpoint.close();
  await database.close();
  await administer((client) => client.query(`drop database ${name} with (force)`));
});

async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server('postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Stores the head of a definition, or changes its description. */
const put = (id: string, description: string) =>
  database.knex.raw(
    `insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at,
      description)
    values (?, 'definition', ?, 1, 0, ?, '{}', ?::tsvector, decode(md5(?), 'hex'), now(), now(), ?)
    on conflict (organization_id, kind, id) do update set content_hash = excluded.content_hash, description = excluded.description`,
    [organizationId, id, id, `'${id}':1A`, description, description],
  );

const service = () => ({
  url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`,
  model: 'three-meanings',
  token: undefined,
  maxDistance: 0.5,
});

async function embed(): Promise<string[][]> {
  asked.length = 0;
  warnings.length = 0;
  const context = {
    database,
    signal: AbortSignal.timeout(10_000),
    fenced: (write: Parameters<JobContext['fenced']>[0]) => database.knex.transaction(write),
    log: { warn: (message: string) => warnings.push(message) },
    settings: { embedding: service() },
  };
  await embedDocuments.run(context as unknown as JobContext, {});
  return asked;
}

async function search(text: string) {
  const [embedding = []] = await computeEmbeddings(service(), [text], AbortSignal.timeout(5_000));
  const page = { size: 10, after: undefined, order: 'relevance', reader: undefined } as const;
  const { hits, matched } = await searchDocuments(database.knex, organizationId, {
    text,
    namesOnly: false,
    values: {},
    facets: [],
    page,
    vector: hasVectors ? { embedding, ...service() } : undefined,
  });
  return { ids: hits.map(({ id }) => id), matched };
}

test('without pgvector, the job says so, and the search goes by words', async () => {
  if (hasVectors) {
    process.stderr.write('The server has pgvector: its absence is not tested.\n');
    return;
  }
  expect(await embed()).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining('pgvector')]);
  expect(await search('customers who leave')).toEqual({ ids: [], matched: 'nothing' });
  expect((await search('churn')).ids).toEqual(['churn']);
});

test('with pgvector, documents are embedded once and found by their meaning', async () => {
  if (!hasVectors) {
    process.stderr.write(
      'Skipped: no pgvector here; TEST_PGVECTOR_URL may name a server with it.\n',
    );
    return;
  }
  expect((await embed()).flat().toSorted()).toEqual([
    'antennas\n\nAbout antennas',
    'churn\n\nAbout churn',
    'invoices\n\nAbout invoices',
  ]);
  expect(await embed()).toEqual([]);
  expect(await search('people who leave')).toEqual({ ids: ['churn'], matched: 'meaning' });
  // A hit by words and one by meaning, in one list.
  const both = await search('invoices, mast');
  expect(both.ids.toSorted()).toEqual(['antennas', 'invoices']);
  expect((await search('nonsense of nobody')).ids).toEqual([]);

  await put('antennas', 'Money for masts');
  expect(await embed()).toEqual([['antennas\n\nMoney for masts']]);
  expect((await search('mast')).ids).toEqual(['antennas']);
  await database.knex('documents').where({ id: 'antennas' }).delete();
  expect((await search('mast')).ids).toEqual([]);
});
