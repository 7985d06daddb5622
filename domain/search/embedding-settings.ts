import { Type } from '@sinclair/typebox';

/** Settings of the service that computes embeddings for the search, read by `config.ts`. */
export const embeddingSettings = {
  embeddingEndpoint: {
    env: 'EMBEDDING_ENDPOINT',
    schema: Type.Optional(
      Type.String({
        pattern: '^https?://[^/@?#\\s]+(/[^@?#\\s]*)?$',
        description:
          'an address like https://models.example.com/v1/embeddings, without user and query',
      }),
    ),
    meaning:
      'Address that computes embeddings as the API of OpenAI does, for a search by meaning beside the words, the same for APIs and workers; needs the extension pgvector',
  },
  embeddingModel: {
    env: 'EMBEDDING_MODEL',
    schema: Type.String({
      default: 'text-embedding-3-small',
      pattern: '^[A-Za-z0-9][\\w.:/@-]{0,199}$',
      description: 'the name of a model like nomic-embed-text',
    }),
    meaning: 'Model that EMBEDDING_ENDPOINT is asked for; another model embeds all documents anew',
  },
  embeddingToken: {
    env: 'EMBEDDING_TOKEN',
    schema: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{8,4000}$',
        description: 'of 8 to 4000 visible ASCII characters without spaces',
      }),
    ),
    meaning: 'Sent to EMBEDDING_ENDPOINT as Authorization: Bearer',
    secret: true,
  },
  embeddingMaxDistance: {
    env: 'EMBEDDING_MAX_DISTANCE',
    schema: Type.Number({ default: 0.6, minimum: 0, maximum: 2 }),
    meaning: 'Cosine distance up to which a document is close to the meaning of a query',
  },
} as const;

/** Address of the service that computes embeddings. */
export type EmbeddingEndpoint = {
  url: string;
  model: string;
  token: string | undefined;
  maxDistance: number;
};

type Values = {
  embeddingEndpoint?: string;
  embeddingModel: string;
  embeddingToken?: string;
  embeddingMaxDistance: number;
};

/** The endpoint from the settings; undefined if there is none. */
export function readEmbeddingEndpoint(
  { embeddingEndpoint: url, embeddingModel, embeddingToken, embeddingMaxDistance }: Values,
  problems: string[],
): EmbeddingEndpoint | undefined {
  if (url === undefined) {
    if (embeddingToken !== undefined)
      problems.push('EMBEDDING_TOKEN: is set without EMBEDDING_ENDPOINT');
    return undefined;
  }
  const isKnownProblem = problems.some((problem) => problem.startsWith('EMBEDDING_ENDPOINT:'));
  if (!isKnownProblem && !URL.canParse(url))
    problems.push(`EMBEDDING_ENDPOINT: '${url}' must be an address that can be called`);
  return { url, model: embeddingModel, token: embeddingToken, maxDistance: embeddingMaxDistance };
}
