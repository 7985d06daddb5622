import { Readable } from 'node:stream';
import { Refusal } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import { enterStream } from './enter-stream.ts';
import type { Answer, ApiRequest } from './route.ts';
import type { Services } from './services.ts';

/** A client that takes nothing for so long has gone, and its place is for others. */
const usualPatienceMs = 60_000;

/** A client that reads still takes the end of its stream within this. */
const endsWithinMs = 5_000;

/** How often the key of a stream is looked at, should the signal of its revocation have been lost. */
const checkKeyMs = 60_000;

/** The same when it could not be looked at. */
const checkKeyAgainMs = 1_000;

export type ServerSentStream = {
  services: Pick<Services, 'database' | 'draining' | 'clock'>;
  /** Aborts when the client has gone away. */
  gone: AbortSignal;
  /** Refuses when the key that opened the stream no longer works; says until when it does. */
  checkKey: () => Promise<Pick<Principal, 'expiresAt'>>;
  /** Is called once, however it ends. */
  onEnd: () => void;
  patienceMs?: number | undefined;
};

/**
 * Server-sent events that last. The next text is asked for when the client has taken the one before, so nothing heaps up for a
 * slow one. It ends when the process drains and when its key no longer works: nothing is told from then on.
 */
export function openServerSentStream(
  { services, gone, checkKey, onEnd, patienceMs = usualPatienceMs }: ServerSentStream,
  tell: (ended: AbortSignal) => AsyncIterable<string>,
): Readable {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const key = watchKey(services, checkKey, end);
  for (const signal of [gone, services.draining])
    signal.addEventListener('abort', end, { once: true });
  if (gone.aborted || services.draining.aborted) end();
  const giveUp = (): void => void answer.destroy(new Error('nobody reads the events'));
  const told = whileWorking(tell(ended.signal), key);
  const texts = withPatience(told, patienceMs, giveUp);
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
  /** Whether it works still; waits for a look at it that is under way. */
  works: () => Promise<boolean>;
  close: () => void;
};

/** Looks at a key when keys have changed, when it expires, and now and then; `onEnd` is called when it no longer works. */
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

/** What was read while the key ended is for nobody. */
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

/** Proxies shall hand on each event at once. */
const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** The answer to a request that follows something. Refuses with `unavailable` when too many streams are open. */
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
  const cutOff = (): void => void stream.destroy(new Error('another stream took its place'));
  const onReplaced = (): void => void setTimeout(cutOff, endsWithinMs).unref();
  replaced.addEventListener('abort', onReplaced, { once: true });
  return { status: 200, stream, contentType: 'text/event-stream; charset=utf-8', headers };
}

/** JSON text that fits one field of a server-sent event, which a line break between two tokens would end. */
export function oneLine(json: string): string {
  return json.replaceAll(/[\r\n]+/g, ' ');
}
