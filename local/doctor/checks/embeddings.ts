import { canEmbed } from '../../../db/tables/search/embeddings.ts';
import { onDatabase } from '../on-database.ts';
import { ok, warning } from '../check.ts';
import type { Check } from '../check.ts';

/** Checks that Postgres can store embeddings if EMBEDDING_ENDPOINT is set; asks the endpoint nothing, because it may cost money. */
export const embeddings: Check = {
  name: 'embeddings',
  needs: ['database'],
  settings: ['EMBEDDING_ENDPOINT', 'EMBEDDING_TOKEN'],
  run: async ({ config: { embedding: endpoint }, databaseUrl = '' }) => {
    if (endpoint === undefined)
      return ok('the search goes by words: EMBEDDING_ENDPOINT is not set');
    return (await onDatabase(databaseUrl, canEmbed))
      ? ok(`Postgres has pgvector; ${new URL(endpoint.url).host} computes embeddings`)
      : warning(
          'Postgres has no pgvector: the search goes by words only',
          'Install pgvector on the server of Postgres (e.g. postgresql-15-pgvector), or unset EMBEDDING_ENDPOINT.',
        );
  },
};
