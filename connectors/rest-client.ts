import { gunzipSync } from 'node:zlib';
import { refuse } from '../domain/errors.ts';
import { pause } from '../lib/clock.ts';
import { demandObject } from './answer-member.ts';
import type { AnswerObject } from './answer-member.ts';
import type { ScanContext } from './asset-source.ts';
import { requestSource, SourceAnswerError } from './http-source.ts';
import type { SourceAnswer, SourceRequest } from './http-source.ts';
import { withoutSecrets } from './shown-secret.ts';

/** A platform that is asked over REST. */
export type RestPlatform = {
  /** As people write it. */
  title: string;
  /** Where paths begin, without a slash at the end. */
  baseUrl: string;
  context: Pick<ScanContext, 'access' | 'signal'>;
  /** Headers that say who asks. */
  authorise: (request: RestRequest) => Promise<Record<string, string>>;
  /** Forgets a token that the platform no longer takes, so that the next `authorise` brings another; without it 401 is final. */
  renew?: () => void;
  /** What people can change when the platform refuses. */
  advice: string;
  /** What no message may show. */
  secrets: readonly string[];
  /** How a body is read where JSON.parse would lose something of it. */
  parse?: (body: string) => unknown;
  /** What an answer means where its status alone does not say it. */
  judge?: (status: number, body: string) => 'refused' | 'busy' | undefined;
};

/** What is sent, for those who sign it. */
export type RestRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
};

export type RestCall = {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it stands, in place of a body. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are answers, not failures. */
  accept?: readonly number[];
};

export type RestAnswer = {
  status: number;
  headers: SourceAnswer['headers'];
  /** Undefined when the body is empty, or no JSON and the status no success. */
  json: unknown;
};

export type RestClient = (call: RestCall) => Promise<RestAnswer>;

/** Pauses before the second, third and fourth attempt when the platform is broken; `requestSource` waits out 429 and 503. */
const pausesMs = [200, 800, 3000];

const limitBytes = 128 * 1024 * 1024;

/** Words of an authorization header that are shorter belong to its form, e.g. `Signature`. */
const shortestSecret = 12;

/** Most letters of what a platform said that a message has. */
const longestExcerpt = 300;

/**
 * Makes a client of a platform. A call refuses with `source_refused` when the platform does not let it in (401 and 403), tries again
 * what failed on the platform's side, and throws when there is no success in the end; messages hold no secret.
 */
export function createRestClient(platform: RestPlatform): RestClient {
  return async (call) => {
    const request = requestOf(platform, call);
    let hasRenewed = platform.renew === undefined;
    for (let attempt = 0; ; attempt++) {
      const sent = await sign(platform, request);
      const { wish } = sent;
      const answer = await requestSource(wish);
      const body = textIn(answer);
      const verdict = verdictOf(platform, call, answer.status, body);
      if (verdict === 'fine') return { ...answer, json: jsonIn(platform, { answer, body, wish }) };
      const pauseMs = pausesMs[attempt];
      if (answer.status === 401 && !hasRenewed) {
        hasRenewed = true;
        platform.renew?.();
      } else if (verdict === 'busy' && pauseMs !== undefined) {
        await pause(pauseMs, wish.signal);
        wish.signal.throwIfAborted();
      } else fail(platform, { answer, body, sent, isRefused: verdict === 'refused' });
    }
  };
}

/** The object that a platform answers with. */
export async function askForObject(client: RestClient, call: RestCall): Promise<AnswerObject> {
  return demandObject((await client(call)).json);
}

/** Where paths of a platform begin: `https://` before a name alone, nothing behind the path. */
export function baseUrlOf(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '');
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

function requestOf(platform: RestPlatform, call: RestCall): RestRequest {
  const told = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined);
  const texts = told.map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(texts).toString();
  const { body, text } = call;
  const type = text === undefined ? 'application/json' : 'text/plain; charset=utf-8';
  const content = body === undefined && text === undefined ? {} : { 'content-type': type };
  return {
    method: call.method ?? 'GET',
    url: `${platform.baseUrl}${call.path}${query === '' ? '' : `?${query}`}`,
    headers: { accept: 'application/json', ...content, ...call.headers },
    body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
  };
}

/** A request as it is sent, and what in its headers no message may show. */
type Sent = { wish: SourceRequest; secrets: readonly string[] };

async function sign(platform: RestPlatform, request: RestRequest): Promise<Sent> {
  const { access, signal } = platform.context;
  const { method, url, headers, body } = request;
  const authority = await platform.authorise(request);
  const words = Object.values(authority).flatMap((text) => [text, ...text.split(/[\s,=]+/)]);
  const wish: SourceRequest = {
    method,
    url,
    headers: { ...headers, ...authority },
    ...(body === undefined ? {} : { body }),
    allowedHosts: access.allowedHosts,
    timeoutMs: access.statementTimeoutMs,
    signal,
    limitBytes,
  };
  return { wish, secrets: words.filter((word) => word.length >= shortestSecret) };
}

/** Some platforms compress large answers, also when they were asked not to. */
function textIn({ headers, body }: SourceAnswer): string {
  const isCompressed = headers['content-encoding'] === 'gzip';
  const bytes = isCompressed ? gunzipSync(body, { maxOutputLength: 4 * limitBytes }) : body;
  return bytes.toString('utf8');
}

function verdictOf(
  platform: RestPlatform,
  call: RestCall,
  status: number,
  body: string,
): 'fine' | 'refused' | 'busy' | 'failed' {
  const judged = platform.judge?.(status, body);
  if (judged !== undefined) return judged;
  if ((status >= 200 && status < 300) || call.accept?.includes(status) === true) return 'fine';
  if (status === 401 || status === 403) return 'refused';
  return status >= 500 ? 'busy' : 'failed';
}

type Received = { answer: SourceAnswer; body: string; wish: SourceRequest };

function jsonIn({ parse = JSON.parse }: RestPlatform, { answer, body, wish }: Received): unknown {
  if (body === '') return undefined;
  try {
    return parse(body);
  } catch {
    if (answer.status >= 300) return undefined;
    throw new SourceAnswerError(`${new URL(wish.url).host} answered with no JSON`, answer.status);
  }
}

type Failure = { answer: SourceAnswer; body: string; sent: Sent; isRefused: boolean };

/** What the platform said, in one line of a message that a person can act on. */
function fail({ title, advice, secrets }: RestPlatform, failure: Failure): never {
  const { answer, body, sent, isRefused } = failure;
  const line = body
    .slice(0, 4096)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const said = withoutSecrets(line, [...secrets, ...sent.secrets]).slice(0, longestExcerpt);
  const told = said === '' || said.startsWith('<') ? '' : `: ${said}`;
  const message = `${new URL(sent.wish.url).host} answered ${answer.status}${told}`;
  if (isRefused) refuse('source_refused', `${title} refused: ${message}. ${advice}`);
  throw new SourceAnswerError(message, answer.status);
}
