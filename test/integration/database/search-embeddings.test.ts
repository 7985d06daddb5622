import { createEmbeddingCatalog } from '../../support/builders/embeddings.ts';
import { databaseUrl } from '../../support/servers/database.ts';

// test/foreign/pgvector.test.ts tests the search on a server that has pgvector.
test('without pgvector, the job says so, and the search goes by words', async () => {
  const { hasVectors, warnings, embed, search, stop } = await createEmbeddingCatalog(databaseUrl);
  if (hasVectors) {
    process.stderr.write('The server has pgvector: its absence is not tested.\n');
  } else {
    expect(await embed()).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('pgvector')]);
    expect(await search('customers who leave')).toEqual({ ids: [], matched: 'nothing' });
    expect((await search('churn')).ids).toEqual(['churn']);
  }
  await stop();
});
