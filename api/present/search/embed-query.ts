import { hasEmbeddings } from '../../../db/tables/search/embeddings.ts';
import type { QueryVector } from '../../../db/tables/search/embeddings.ts';
import { meaningfulText } from '../../../db/views/search/search.ts';
import type { Search } from '../../../db/views/search/search.ts';
import { computeEmbeddings } from '../../../lib/embeddings.ts';
import type { Services } from '../../services.ts';

/** A search does not wait longer: it goes by words then. */
const limitMs = 1_000;

/** The meaning of a search, where the installation computes embeddings; undefined if it cannot be had. */
export async function embedQuery(
  { settings: { embedding: endpoint }, database, log }: Services,
  search: Search,
): Promise<QueryVector | undefined> {
  const text = meaningfulText(search);
  if (endpoint === undefined || text === undefined) return undefined;
  if (!(await hasEmbeddings(database.knex))) return undefined;
  const { model, maxDistance } = endpoint;
  try {
    const [embedding] = await computeEmbeddings(endpoint, [text], AbortSignal.timeout(limitMs));
    return embedding && { embedding, model, maxDistance };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      { reason },
      'EMBEDDING_ENDPOINT gave no embedding of a query: it is searched by words',
    );
    return undefined;
  }
}
