import { Readable } from 'node:stream';
import { Refusal } from '../domain/errors.ts';
import type { Services } from './services.ts';

/** A client that takes nothing for so long has gone, and its place is for others. */
const usualPatienceMs = 60_000;

/** How often the key of a stream is looked at, should the signal of its revocation have been lost. */
const checkKeyMs = 60_000;

export type ServerSentStream = {
  services: Pick<Services, 'database' | 'draining'>;
  /** Aborts when the client has gone away. */
  gone: AbortSignal;
  /** Refuses when the key that opened the stream no longer works. */
  checkKey: () => Promise<unknown>;
  /** Is called once, however it ends. */
  onEnd: () => void;
  patienceMs?: number | undefined;
};

/**
 * Server-sent events that last. The next text is asked for when the client has taken the one before, so nothing heaps up for a
 * slow one. It ends when the process drains and when its key is revoked.
 */
export function openServerSentStream(
  { services, gone, checkKey, onEnd, patienceMs = usualPatienceMs }: ServerSentStream,
  tell: (ended: AbortSignal) => AsyncIterable<string>,
): Readable {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const check = (): void =>
    void checkKey().catch((error: unknown) => error instanceof Refusal && end());
  const unsubscribe = services.database.signals.on('keys_changed', check);
  const timer = setInterval(check, checkKeyMs).unref();
  for (const signal of [gone, services.draining])
    signal.addEventListener('abort', end, { once: true });
  if (gone.aborted || services.draining.aborted) end();
  const giveUp = (): void => void answer.destroy(new Error('nobody reads the events'));
  const texts = withPatience(tell(ended.signal), patienceMs, giveUp);
  const answer: Readable = Readable.from(texts, { highWaterMark: 1 });
  answer.once('close', () => {
    end();
    clearInterval(timer);
    unsubscribe();
    for (const signal of [gone, services.draining]) signal.removeEventListener('abort', end);
    onEnd();
  });
  return answer;
}

async function* withPatience(
  texts: AsyncIterable<string>,
  patienceMs: number,
  giveUp: () => void,
): AsyncGenerator<string> {
  for await (const text of texts) {
    const timer = setTimeout(giveUp, patienceMs).unref();
    yield text;
    clearTimeout(timer);
  }
}

/** Headers of the answer: proxies shall hand on each event at once. */
export const serverSentHeaders = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
