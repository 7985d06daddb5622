import { randomUUID } from 'node:crypto';

import { pause } from '../../lib/clock.ts';
import { objectOf, textOf } from '../../domain/standards/json-value.ts';
import { messageOf, problem } from '../problem.ts';
import type { Say } from './say.ts';

export type CatalogAnswer = { status: number; headers: Headers; json: unknown };

/** Calls the public API; while it is away, starting or busy, the call is repeated until it answers. */
export type Catalog = (method: string, path: string, body?: object) => Promise<CatalogAnswer>;

export type CatalogOptions = {
  host: string;
  key: string;
  say: Say;
  stopped: AbortSignal;
  /** Maximum number of attempts; unlimited by default. */
  attempts?: number;
};

/** Longer than a long poll. */
const answerWithinMs = 45_000;
const firstWaitMs = 250;
const maxWaitMs = 30_000;

/** Creates a client for a catalog that may be temporarily unavailable. Throws when `stopped` aborts a call. */
export function createCatalog(options: CatalogOptions): Catalog {
  const { host, key, say, stopped, attempts = Infinity } = options;
  return async (method, path, body) => {
    // The same key for each attempt, so that a report received without an answer is not made twice.
    const once = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const init = {
      method,
      headers: { 'x-api-key': key, accept: '*/*', 'content-type': 'application/json', ...once },
      ...(body && { body: JSON.stringify(body) }),
    };
    for (let attempt = 0; ; attempt++) {
      const answer = await attemptOnce(`${host}${path}`, init, stopped);
      if (stopped.aborted) throw problem('It was told to stop.');
      if (!('trouble' in answer)) return answer;
      if (attempt + 1 >= attempts) throw problem(`${method} ${path}: ${answer.trouble}`);
      if (attempt === 0) say({ step: 'waiting', detail: `${method} ${path}: ${answer.trouble}` });
      const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** attempt);
      await pause(Math.max(waitMs, answer.retryAfterMs), stopped);
    }
  };
}

type Trouble = { trouble: string; retryAfterMs: number };

async function attemptOnce(
  url: string,
  init: RequestInit,
  stopped: AbortSignal,
): Promise<CatalogAnswer | Trouble> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(answerWithinMs)]);
    const { status, headers, ...rest } = await read(url, { ...init, signal });
    if (!isPassing(status, rest.json)) return { status, headers, json: rest.json };
    const retryAfterMs = 1_000 * Number(headers.get('retry-after') ?? 0) || 0;
    return { trouble: `answered ${status}`, retryAfterMs };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return { trouble: messageOf(cause ?? error) || 'no connection', retryAfterMs: 0 };
  }
}

async function read(url: string, init: RequestInit): Promise<CatalogAnswer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if a repeated call may succeed soon. */
function isPassing(status: number, json: unknown): boolean {
  const code = textOf(objectOf(json)?.['code']) ?? '';
  if (status === 409) return ['concurrent_change', 'request_in_progress'].includes(code);
  return status === 429 || status >= 500;
}

/** The reason in an error answer. */
export function refusalOf({ status, json }: CatalogAnswer): string {
  const detail = textOf(objectOf(json)?.['detail']) ?? 'no reason was given';
  return `${detail} (${status})`;
}
