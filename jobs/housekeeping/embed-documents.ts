import { Type } from '@sinclair/typebox';
import {
  listUnembedded,
  prepareEmbeddings,
  storeEmbeddings,
} from '../../db/tables/search/embeddings.ts';
import { computeEmbeddings } from '../../lib/embeddings.ts';
import { defineJob } from '../define-job.ts';

const batch = 64;

/** More documents wait for the next run, so that other housekeeping has its turn. */
const maxBatches = 50;

/** Computes the embeddings of documents that have none or have changed; does nothing without EMBEDDING_ENDPOINT. */
export const embedDocuments = defineJob({
  kind: 'housekeeping',
  name: 'embed-documents',
  payload: Type.Object({}),
  run: async ({ database: { knex }, signal, fenced, log, settings: { embedding: endpoint } }) => {
    const nothing = () => Promise.resolve();
    if (endpoint === undefined) return nothing;
    if (!(await prepareEmbeddings(knex))) {
      log.warn(
        'EMBEDDING_ENDPOINT is set, but this Postgres has no pgvector that this user may create: the search goes by words only',
      );
      return nothing;
    }
    for (let n = 0; n < maxBatches; n++) {
      signal.throwIfAborted();
      const found = await listUnembedded(knex, endpoint.model, batch);
      if (found.length === 0) break;
      const texts = found.map(({ text }) => text);
      const embeddings = await computeEmbeddings(endpoint, texts, signal);
      const embedded = found.map((each, index) => ({
        ...each,
        embedding: embeddings[index] ?? [],
      }));
      await fenced((tx) => storeEmbeddings(tx, endpoint.model, embedded));
    }
    return nothing;
  },
  giveUp: () => Promise.resolve(),
});
