import { Readable } from 'node:stream';
import { Refusal } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { enterStream } from './enter-stream.ts';
import type { Answer, ApiRequest } from '../exchange.ts';
import type { Services } from '../services.ts';

/** A client that takes nothing for this long has left; its stream is closed for others. */
const usualPatienceMs = 60_000;

/** A client that still reads receives the end of its stream within this time. */
const endsWithinMs = 5_000;

/** How often the key of a stream is checked, in case the signal of its revocation was lost. */
const checkKeyMs = 60_000;

/** Delay before the next check if the database was unavailable. */
const checkKeyAgainMs = 1_000;

export type ServerSentStream = {
  services: Pick<Services, 'database' | 'draining' | 'clock'>;
  /** Aborts when the client has disconnected. */
  gone: AbortSignal;
  /** Refuses if the key that opened the stream no longer works; returns the expiry of the key. */
  checkKey: () => Promise<Pick<Principal, 'expiresAt'>>;
  /** Called once, however the stream ends. */
  onEnd: () => void;
  patienceMs?: number | undefined;
};

/**
 * An open stream of server-sent events. The next text is requested after the client has taken the previous one, so nothing piles
 * up for a slow client. The stream ends when the process drains, and when its key stops working, without sending anything more.
 */
export function openServerSentStream(
  { services, gone, checkKey, onEnd, patienceMs = usualPatienceMs }: ServerSentStream,
  produce: (ended: AbortSignal) => AsyncIterable<string>,
): Readable {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const key = watchKey(services, checkKey, end);
  for (const signal of [gone, services.draining])
    signal.addEventListener('abort', end, { once: true });
  if (gone.aborted || services.draining.aborted) end();
  const giveUp = (): void => void answer.destroy(new Error('the client does not read the events'));
  const allowed = whileWorking(produce(ended.signal), key);
  const texts = withPatience(allowed, patienceMs, giveUp);
  const answer: Readable = Readable.from(texts, { highWaterMark: 1 });
  answer.once('close', () => {
    end();
    key.close();
    for (const signal of [gone, services.draining]) signal.removeEventListener('abort', end);
    onEnd();
  });
  return answer;
}

type WatchedKey = {
  /** True if the key still works; waits for a check in progress. */
  works: () => Promise<boolean>;
  close: () => void;
};

/** Checks a key when keys have changed, when it expires, and once a minute; calls `onEnd` when it no longer works. */
function watchKey(
  { database, clock }: ServerSentStream['services'],
  checkKey: ServerSentStream['checkKey'],
  onEnd: () => void,
): WatchedKey {
  let expiresAt = Infinity;
  let isRefused = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const hasEnded = (): boolean => isRefused || expiresAt <= clock.now().getTime();
  const look = async (): Promise<void> => {
    let nextMs = checkKeyMs;
    try {
      const { expiresAt: until } = await checkKey();
      expiresAt = until?.getTime() ?? Infinity;
    } catch (error) {
      isRefused ||= error instanceof Refusal;
      nextMs = checkKeyAgainMs;
    }
    clearTimeout(timer);
    if (isClosed) return;
    if (hasEnded()) return onEnd();
    const leftMs = expiresAt - clock.now().getTime();
    timer = setTimeout(lookAgain, Math.min(nextMs, leftMs)).unref();
  };
  let looking = look();
  const lookAgain = (): void => void (looking = look());
  const unsubscribe = database.signals.on('keys_changed', lookAgain);
  return {
    works: async () => {
      await looking;
      if (!hasEnded()) return true;
      onEnd();
      return false;
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Drops texts that were read while the key ended. */
async function* whileWorking(
  texts: AsyncIterable<string>,
  key: WatchedKey,
): AsyncGenerator<string> {
  for await (const text of texts) {
    if (!(await key.works())) return;
    yield text;
  }
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

/** Proxies must forward each event immediately. */
const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** The answer of a streaming request. Refuses with `unavailable` when too many streams are open. */
export function answerStream(
  request: Pick<ApiRequest<object, object>, 'services' | 'gone' | 'checkKey' | 'principal'>,
  open: (stream: ServerSentStream & { services: Services }) => Readable,
): Answer {
  const { services, gone, checkKey } = request;
  const { leave, replaced } = enterStream(request);
  const stream = open({
    services,
    gone: AbortSignal.any([gone, replaced]),
    checkKey,
    onEnd: leave,
  });
  const cutOff = (): void =>
    void stream.destroy(new Error('a newer stream of the same contact replaced this one'));
  const onReplaced = (): void => void setTimeout(cutOff, endsWithinMs).unref();
  replaced.addEventListener('abort', onReplaced, { once: true });
  return { status: 200, stream, contentType: 'text/event-stream; charset=utf-8', headers };
}

/** Removes line breaks between JSON tokens, because a line break would end the field of a server-sent event. */
export function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}
