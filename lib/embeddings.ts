/** A service that computes embeddings as the API of OpenAI does. */
export type EmbeddingService = { url: string; model: string; token: string | undefined };

/** An answer of the service that cannot be used; the message holds neither the token nor the texts. */
export class EmbeddingError extends Error {}

/** The embedding of each text, in the order of the texts. */
export async function computeEmbeddings(
  { url, model, token }: EmbeddingService,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> {
  const { host } = new URL(url);
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ model, input: texts }),
    redirect: 'manual',
    signal,
  }).catch(() => {
    signal.throwIfAborted();
    throw new EmbeddingError(`${host} cannot be reached`);
  });
  if (!answer.ok) throw new EmbeddingError(`${host} answered ${answer.status}`);
  const body: unknown = await answer.json().catch(() => undefined);
  const embeddings = readEmbeddings(body);
  if (embeddings.length !== texts.length)
    throw new EmbeddingError(`${host} sent ${embeddings.length} embeddings of ${texts.length}`);
  return embeddings;
}

function readEmbeddings(body: unknown): number[][] {
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return data.flatMap((entry: unknown) => {
    const { embedding } = (entry ?? {}) as { embedding?: unknown };
    return isVector(embedding) ? [embedding] : [];
  });
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => Number.isFinite(each));
}
