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
import { quietLog } from '../servers/database.ts';

/** A catalog with three definitions on one Postgres, and an endpoint whose model knows their meanings. */
export type EmbeddingCatalog = {
  database: Database;
  /** True if the server has pgvector. */
  hasVectors: boolean;
  /** What the job has logged at its newest run. */
  warnings: string[];
  /** Stores the head of a definition, or changes its description. */
  put: (id: string, description: string) => Promise<unknown>;
  /** Runs the job; returns the texts that it sent to the endpoint. */
  embed: () => Promise<string[][]>;
  search: (text: string) => Promise<{ ids: string[]; matched: string }>;
  stop: () => Promise<void>;
};

const organizationId = '018f0000-0000-7000-8000-000000000001' as OrganizationId;

/** A model that knows three meanings; the fourth number is for all other texts. */
function meaningOf(text: string): number[] {
  const known = [/churn|leave/i, /invoice|money/i, /antenna|mast/i].map((words) =>
    words.test(text),
  );
  return [...known, !known.includes(true)].map((has) => (has ? 1 : 0.01));
}

/** Creates the catalog in a database of its own; `urlOf` names the address of a database of the server. */
export async function createEmbeddingCatalog(
  urlOf: (database: string) => string,
): Promise<EmbeddingCatalog> {
  const name = `vectors_${randomBytes(6).toString('hex')}`;
  const hasVectors = await administer(urlOf, async (client) => {
    await client.query(`create database ${name}`);
    const found = `select count(*)::int as count from pg_available_extensions where name = 'vector'`;
    return (await client.query<{ count: number }>(found)).rows[0]?.count === 1;
  });
  await migrateDatabase(urlOf(name), quietLog);
  const database = connectDatabase({
    url: urlOf(name),
    poolMax: 4,
    applicationName: 'vectors',
    log: quietLog,
  });
  await database.knex.raw(
    `insert into organizations (id, name, vanity, created_at) values (?, 'o', 'o', now())`,
    [organizationId],
  );
  const put: EmbeddingCatalog['put'] = (id, description) =>
    database.knex.raw(
      `insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at,
        description)
      values (?, 'definition', ?, 1, 0, ?, '{}', ?::tsvector, decode(md5(?), 'hex'), now(), now(), ?)
      on conflict (organization_id, kind, id) do update set content_hash = excluded.content_hash, description = excluded.description`,
      [organizationId, id, id, `'${id}':1A`, description, description],
    );
  for (const id of ['churn', 'invoices', 'antennas']) await put(id, `About ${id}`);
  const { endpoint, url, asked } = await startEndpoint();
  const service = { url, model: 'three-meanings', token: undefined, maxDistance: 0.5 };
  const warnings: string[] = [];
  return {
    database,
    hasVectors,
    warnings,
    put,
    async embed() {
      asked.length = 0;
      warnings.length = 0;
      const context = {
        database,
        signal: AbortSignal.timeout(10_000),
        fenced: (write: Parameters<JobContext['fenced']>[0]) => database.knex.transaction(write),
        log: { warn: (message: string) => warnings.push(message) },
        settings: { embedding: service },
      };
      await embedDocuments.run(context as unknown as JobContext, {});
      return asked;
    },
    async search(text) {
      const [embedding = []] = await computeEmbeddings(service, [text], AbortSignal.timeout(5_000));
      const page = { size: 10, after: undefined, order: 'relevance', reader: undefined } as const;
      const { hits, matched } = await searchDocuments(database.knex, organizationId, {
        text,
        namesOnly: false,
        values: {},
        facets: [],
        page,
        vector: hasVectors ? { embedding, ...service } : undefined,
      });
      return { ids: hits.map(({ id }) => id), matched };
    },
    async stop() {
      endpoint.close();
      await database.close();
      await administer(urlOf, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function startEndpoint(): Promise<{ endpoint: Server; url: string; asked: string[][] }> {
  const asked: string[][] = [];
  const endpoint = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { input } = JSON.parse(text) as { input: string[] };
      asked.push(input);
      response.end(JSON.stringify({ data: input.map((each) => ({ embedding: meaningOf(each) })) }));
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  return { endpoint, url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`, asked };
}

async function administer<T>(
  urlOf: (database: string) => string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
