import { pause } from '../../lib/clock.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { readApiError } from './api-error.ts';
import { withQuery } from './api-path.ts';
import type { Query } from './api-path.ts';

/** A request: `json` or `body` with its content type; no answer below 400 is an error. */
export type Request = {
  method: string;
  /** Absolute, e.g. of `apiPath`. */
  path: string;
  query?: Query;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string | Uint8Array;
  contentType?: string;
  signal?: AbortSignal;
};

/** The server of requests, and what ends them. */
export type Server = { address: string; apiKey: string | undefined; signal: AbortSignal };

const busyStatuses = new Set([429, 502, 503, 504]);
const maxAttempts = 5;
const maxWaitMs = 10_000;

/**
 * Sends a request, and repeats it while the server is busy or restarts, if it may be repeated. Throws an `ApiError` with the words
 * of the API, or a `Failure` if there is no server.
 */
export async function sendRequest(request: Request, server: Server): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(request, server);
    if (answer.status < 300 || answer.status === 304) return answer;
    if (answer.status < 400) throw redirected(answer, server.address);
    const text = await answer.text();
    const isLast = attempt >= maxAttempts || !busyStatuses.has(answer.status);
    if (isLast || !mayRepeat(request)) throw readApiError(answer.status, answer.headers, text);
    const asked = retryAfterMs(answer.headers.get('retry-after') ?? undefined, new Date());
    await pause(Math.min(asked || 250 * 2 ** attempt, maxWaitMs), server.signal);
  }
}

async function sendOnce(request: Request, server: Server): Promise<Response> {
  const { method, path, query, json } = request;
  const body = json === undefined ? request.body : JSON.stringify(json);
  try {
    return await fetch(`${server.address}${withQuery(path, query)}`, {
      method,
      headers: headersOf(request, server.apiKey),
      ...(body !== undefined && { body }),
      // A key must not follow a redirect to another host.
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([server.signal, request.signal]) : server.signal,
    });
  } catch (error) {
    throw explainNetworkError(error, server.address);
  }
}

function headersOf({ headers, json, contentType }: Request, apiKey: string | undefined) {
  const type = contentType ?? (json === undefined ? undefined : 'application/json');
  return {
    accept: 'application/json',
    ...(type !== undefined && { 'content-type': type }),
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    ...headers,
  };
}

/** A POST without an Idempotency-Key might have its effects twice. */
function mayRepeat({ method, headers = {} }: Request): boolean {
  return method !== 'POST' || Object.keys(headers).some((name) => /^idempotency-key$/i.test(name));
}

function redirected({ headers }: Response, address: string): Error {
  return new Failure(
    `${address} leads to ${headers.get('location') ?? 'another address'}: use the address at which Concordat itself answers.`,
    exitCodes.noServer,
    'redirected',
  );
}

function explainNetworkError(error: unknown, address: string): unknown {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  if (name === 'AbortError') return error;
  const reason = cause?.code ?? cause?.message ?? String(error);
  return new Failure(
    `No Concordat answers at ${address} (${reason}). Start it, or name another address: --url, CONCORDAT_URL or concordat login.`,
    exitCodes.noServer,
    'no_server',
  );
}
