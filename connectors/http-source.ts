import { request as requestPlain } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterMs } from '../lib/retry-after.ts';
import { resolveAllowedHost } from './host-guard.ts';
import { lookupOf, readHttpTarget } from './http-target.ts';
import type { HttpTarget } from './http-target.ts';
import { codeOf, reasonOf, timeoutError } from './source-error.ts';

/** Something to ask of a platform over HTTP. */
export type SourceRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** ALLOWED_HOSTS: every host, also a public one, has to be on it. */
  allowedHosts: readonly string[];
  /** For one attempt: name, connection and the whole answer. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Most bytes of an answer's body; 16 MB when left out. */
  limitBytes?: number;
  /** Sent once only: what it begins must not be begun twice, however busy the platform says that it is. */
  isOnce?: true;
  /** What happens to a longer body: the request fails (default), or what came until then is the answer. */
  beyondLimit?: 'fail' | 'cut';
};

/** What came back, whatever its status; a redirect is an answer like others and is not followed. */
export type SourceAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** True when the body was longer than allowed and `beyondLimit` is `cut`. */
  isCut: boolean;
};

/** An answer that is no success, or none that can be understood; its message holds no secret of the request. */
export class SourceAnswerError extends Error {
  /** Of the answer, e.g. 403. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'SourceAnswerError';
    this.status = status;
  }
}

const defaultLimitBytes = 16 * 1024 * 1024;

/** Pauses before the second, third, … attempt, unless the answer asks for a longer one. */
const pausesMs = [250, 1000, 4000];

/** A platform that wants a longer pause than this gets no further attempt. */
const longestPauseMs = 60_000;

/** Connections that broke under an exchange; a GET that met one is sent again. */
const broken: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Sends a request to an allowed host, to the address that was checked. Refuses with `source_refused`, before any connection,
 * hosts that are not on the list and texts that are no address. Sends it again up to three times when the platform is busy (429,
 * 503), after the pause it asks for, and a GET also when the connection broke. Rejects with the reason of the signal; with a
 * TimeoutError when an attempt took too long. Messages name the host only, as the rest of the address may be a secret.
 */
export async function requestSource(wish: SourceRequest): Promise<SourceAnswer> {
  return withAttempts(wish, async (exchange) => readAnswer(exchange, wish));
}

/** As `requestSource` does, with another reader of the answer: it may be called once per attempt. */
export async function withAttempts(
  wish: SourceRequest,
  read: (exchange: Exchange) => Promise<SourceAnswer>,
): Promise<SourceAnswer> {
  const target = targetOf(wish);
  const attempt = async (): Promise<SourceAnswer> => read(await openExchange(wish, target));
  for (const pauseMs of wish.isOnce === true ? [] : pausesMs) {
    const answer = await attempt().catch((error: unknown) => {
      if (wish.method === 'GET' && broken.has(codeOf(error) ?? '')) return undefined;
      throw error;
    });
    if (answer !== undefined && answer.status !== 429 && answer.status !== 503) return answer;
    const askedMs = retryAfterMs(answer?.headers['retry-after'], new Date());
    if (answer !== undefined && askedMs > longestPauseMs) return answer;
    await pauseFor(Math.max(askedMs, pauseMs), wish.signal);
  }
  return attempt();
}

/**
 * The JSON that a platform answers with. Throws SourceAnswerError when the status is not 2xx, with the beginning of what the platform
 * says, or when the body is no JSON; the rest is as with `requestSource`.
 */
export async function requestJson(wish: SourceRequest): Promise<unknown> {
  const headers = { accept: 'application/json', ...wish.headers };
  const answer = await requestSource({ ...wish, headers });
  return jsonOf(answer, wish);
}

/** Throws SourceAnswerError unless the status is 2xx; the message has the beginning of the body, without the request's secrets. */
export function checkSuccess(answer: SourceAnswer, wish: SourceRequest): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const said = excerptOf(answer.body, wish);
  const { host, port } = targetOf(wish);
  const message = `${host}:${port} answered ${answer.status}${said === '' ? '' : `: ${said}`}`;
  throw new SourceAnswerError(message, answer.status);
}

function jsonOf(answer: SourceAnswer, wish: SourceRequest): unknown {
  checkSuccess(answer, wish);
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    const { host, port } = targetOf(wish);
    throw new SourceAnswerError(`${host}:${port} answered with no JSON`, answer.status);
  }
}

/** One line of at most 200 letters. What the request was authorised with is taken out, should the platform repeat it. */
function excerptOf(body: Buffer, { headers = {}, body: sent = '', url }: SourceRequest): string {
  const words = [...Object.values(headers), sent, new URL(url).search]
    .flatMap((text) => [text, ...text.split(/[\s&=",:{}]+/)])
    .filter((word) => word.length >= 6)
    .sort((one, other) => other.length - one.length);
  const said = body.subarray(0, 4096).toString('utf8');
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  const text = said.replaceAll(/[\u0000-\u0020\u007f]+/g, ' ');
  const open = text.startsWith('<') && /html/i.test(text) ? '' : text.trim();
  return words.reduce((shown, word) => shown.replaceAll(word, '***'), open).slice(0, 200);
}

function targetOf({ url }: SourceRequest): HttpTarget {
  return readHttpTarget(url, 'The address of the platform');
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** A request on its way, and how messages name whom it goes to. */
export type Exchange = { request: ClientRequest; shown: string; leftMs: number };

async function openExchange(
  wish: SourceRequest,
  { url, host, port }: HttpTarget,
): Promise<Exchange> {
  const { signal, allowedHosts, timeoutMs, body } = wish;
  signal.throwIfAborted();
  const begun = performance.now();
  const address = await resolveAllowedHost(host, port, { allowedHosts, timeoutMs });
  signal.throwIfAborted();
  const send = url.protocol === 'https:' ? requestEncrypted : requestPlain;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = {
    'user-agent': 'Concordat',
    'accept-encoding': 'identity',
    ...wish.headers,
    ...length,
  };
  const request = send(url, {
    method: wish.method,
    headers,
    lookup: lookupOf([{ address, family: isIPv6(address) ? 6 : 4 }]),
    agent: false,
  });
  const leftMs = Math.max(timeoutMs - (performance.now() - begun), 1);
  request.end(body);
  return { request, shown: `${host}:${port}`, leftMs };
}

type Ending = { answer: SourceAnswer } | { error: unknown };

function readAnswer(
  { request, shown, leftMs }: Exchange,
  wish: SourceRequest,
): Promise<SourceAnswer> {
  const { signal, timeoutMs } = wish;
  return new Promise((resolve, reject) => {
    const end = (ending: Ending): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      request.destroy();
      if ('answer' in ending) resolve(ending.answer);
      else reject(ending.error);
    };
    const abort = (): void => end({ error: signal.reason });
    const fail = (error: unknown): void => end({ error: exchangeFailure(shown, error) });
    const timer = setTimeout(
      () => end({ error: timeoutError(`${shown}: no answer within ${timeoutMs / 1000} s`) }),
      leftMs,
    );
    signal.addEventListener('abort', abort, { once: true });
    request.on('error', fail);
    request.on('close', () => fail('the connection was closed without an answer'));
    request.on('response', (response) => readBody(response, wish, { end, fail }));
  });
}

/** What went wrong with whom. */
export function exchangeFailure(shown: string, error: unknown): Error {
  const code = codeOf(error);
  const made = new Error(`${shown}: ${reasonOf(error)}`);
  return code === undefined ? made : Object.assign(made, { code });
}

function readBody(
  response: IncomingMessage,
  { limitBytes = defaultLimitBytes, beyondLimit = 'fail' }: SourceRequest,
  { end, fail }: { end: (ending: Ending) => void; fail: (error: unknown) => void },
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = (isCut: boolean): void => {
    const { statusCode: status = 0, headers } = response;
    end({ answer: { status, headers, body: Buffer.concat(chunks), isCut } });
  };
  response.on('data', (chunk: Buffer) => {
    if (length > limitBytes) return;
    const room = limitBytes - length;
    length += chunk.length;
    chunks.push(chunk.subarray(0, room));
    if (length <= limitBytes) return;
    if (beyondLimit === 'cut') finish(true);
    else fail(`the answer is longer than ${limitBytes} bytes`);
  });
  response.on('end', () => {
    if (response.complete) finish(false);
  });
  response.on('error', fail);
  response.on('aborted', () => fail(Object.assign(new Error('cut off'), { code: 'ECONNRESET' })));
}
