import { createEmbeddingCatalog } from '../support/builders/embeddings.ts';
import type { EmbeddingCatalog } from '../support/builders/embeddings.ts';
import { installPgvector, startPgvector } from '../support/foreign/pgvector-server.ts';

/** A Postgres with pgvector, by its administrator; without it, one is installed. */
const given = process.env['TEST_PGVECTOR_URL'];
const files = given === undefined ? installPgvector(300_000) : { url: given };
const [tests, why] = 'missing' in files ? [describe.skip, files.missing] : [describe, 'real'];

async function start(): Promise<{ url: string; stop: () => Promise<void> }> {
  if ('native' in files) return startPgvector(files);
  return { url: given ?? '', stop: () => Promise.resolve() };
}

tests(`search with pgvector (${why})`, () => {
  let server: Awaited<ReturnType<typeof start>>;
  let catalog: EmbeddingCatalog;
  beforeAll(async () => {
    server = await start();
    catalog = await createEmbeddingCatalog((name) => {
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    });
  });
  afterAll(async () => {
    await catalog?.stop();
    await server?.stop();
  });

  it('embeds documents once and finds them by their meaning', async () => {
    const { database, hasVectors, put, embed, search } = catalog;
    expect(hasVectors).toBe(true);
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
});
