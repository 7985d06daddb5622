import { request as requestPlain } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { resolveAllowedHost } from '../guard/hosts.ts';
import { lookupOf, readHttpTarget } from './target.ts';
import type { HttpTarget } from './target.ts';
import { codeOf, reasonOf, timeoutError } from '../source-error.ts';

/** An HTTP request to a platform. */
export type SourceRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** ALLOWED_HOSTS; public hosts must be on it too. */
  allowedHosts: readonly string[];
  /** For one attempt, with DNS, connection and the whole answer. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Maximum size of the body of an answer; default 16 MB. */
  limitBytes?: number;
  /** Disables retries, for requests that must not have their effect twice. */
  isOnce?: true;
  /** Handling of a longer body: the request fails (default), or the body is cut at the limit. */
  beyondLimit?: 'fail' | 'cut';
};

/** An answer with any status; redirects are not followed. */
export type SourceAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** True when the body was cut at the limit. */
  isCut: boolean;
};

/** An answer that is not 2xx or cannot be parsed; the message contains no secret of the request. */
export class SourceAnswerError extends Error {
  /** HTTP status of the answer, e.g. 403. */
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

/** A platform that asks for a longer pause gets no further attempt. */
const maxPauseMs = 60_000;

/** Errors of connections that broke; a GET is then sent again. */
const broken: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/**
 * Sends a request to an allowed host, at the address that was checked. Refuses with `source_refused`, before any connection,
 * hosts that are not allowed and invalid URLs. Retries up to three times when the platform is busy (429, 503), after the pause
 * that it asks for, and a GET also when the connection broke. Rejects with the reason of the signal, or with a TimeoutError when
 * an attempt took too long. Messages contain the host only, because the rest of the URL may be a secret.
 */
export async function requestSource(request: SourceRequest): Promise<SourceAnswer> {
  return withAttempts(request, async (exchange) => readAnswer(exchange, request));
}

/** Works like `requestSource` with another reader of the answer, which is called once per attempt. */
export async function withAttempts(
  request: SourceRequest,
  read: (exchange: Exchange) => Promise<SourceAnswer>,
): Promise<SourceAnswer> {
  const target = targetOf(request);
  const attempt = async (): Promise<SourceAnswer> => read(await openExchange(request, target));
  for (const pauseMs of request.isOnce === true ? [] : pausesMs) {
    const answer = await attempt().catch((error: unknown) => {
      if (request.method === 'GET' && broken.has(codeOf(error) ?? '')) return undefined;
      throw error;
    });
    if (answer !== undefined && answer.status !== 429 && answer.status !== 503) return answer;
    const askedMs = retryAfterMs(answer?.headers['retry-after'], new Date());
    if (answer !== undefined && askedMs > maxPauseMs) return answer;
    await pauseFor(Math.max(askedMs, pauseMs), request.signal);
  }
  return attempt();
}

/**
 * Requests JSON from a platform. Throws SourceAnswerError, with the beginning of the body, when the status is not 2xx or the body
 * is not JSON; otherwise it works like `requestSource`.
 */
export async function requestJson(request: SourceRequest): Promise<unknown> {
  const headers = { accept: 'application/json', ...request.headers };
  const answer = await requestSource({ ...request, headers });
  return jsonOf(answer, request);
}

/**
 * Throws SourceAnswerError unless the status is 2xx; the message contains the beginning of the body, without secrets of the
 * request.
 */
export function checkSuccess(answer: SourceAnswer, request: SourceRequest): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const said = excerptOf(answer.body, request);
  const { host, port } = targetOf(request);
  const message = `${host}:${port} answered ${answer.status}${said === '' ? '' : `: ${said}`}`;
  throw new SourceAnswerError(message, answer.status);
}

function jsonOf(answer: SourceAnswer, request: SourceRequest): unknown {
  checkSuccess(answer, request);
  try {
    return JSON.parse(answer.body.toString('utf8'));
  } catch {
    const { host, port } = targetOf(request);
    throw new SourceAnswerError(`${host}:${port} answered without JSON`, answer.status);
  }
}

/** One line of at most 200 characters, without the credentials of the request, which the platform may repeat. */
function excerptOf(body: Buffer, { headers = {}, body: sent = '', url }: SourceRequest): string {
  const sentText = typeof sent === 'string' ? sent : '';
  const words = [...Object.values(headers), sentText, new URL(url).search]
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

/** A request that was sent, and the name of its receiver for messages. */
export type Exchange = { outgoing: ClientRequest; shown: string; leftMs: number };

async function openExchange(
  request: SourceRequest,
  { url, host, port }: HttpTarget,
): Promise<Exchange> {
  const { signal, allowedHosts, timeoutMs, body } = request;
  signal.throwIfAborted();
  const begun = performance.now();
  const address = await resolveAllowedHost(host, port, { allowedHosts, timeoutMs });
  signal.throwIfAborted();
  const send = url.protocol === 'https:' ? requestEncrypted : requestPlain;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = {
    'user-agent': 'Concordat',
    'accept-encoding': 'identity',
    ...request.headers,
    ...length,
  };
  const outgoing = send(url, {
    method: request.method,
    headers,
    lookup: lookupOf([{ address, family: isIPv6(address) ? 6 : 4 }]),
    agent: false,
  });
  const leftMs = Math.max(timeoutMs - (performance.now() - begun), 1);
  outgoing.end(body);
  return { outgoing, shown: `${host}:${port}`, leftMs };
}

type Ending = { answer: SourceAnswer } | { error: unknown };

function readAnswer(
  { outgoing, shown, leftMs }: Exchange,
  request: SourceRequest,
): Promise<SourceAnswer> {
  const { signal, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    const end = (ending: Ending): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outgoing.destroy();
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
    outgoing.on('error', fail);
    outgoing.on('close', () => fail('the connection was closed without an answer'));
    outgoing.on('response', (response) => readBody(response, request, { end, fail }));
  });
}

/** Adds the name of the receiver to an error. */
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
  response.on('aborted', () =>
    fail(Object.assign(new Error('the answer is incomplete'), { code: 'ECONNRESET' })),
  );
}
