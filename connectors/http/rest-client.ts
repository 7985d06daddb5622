import { gunzipSync } from 'node:zlib';
import { refuse } from '../../domain/errors.ts';
import { pause } from '../../lib/clock.ts';
import { demandObject } from './answer-member.ts';
import type { AnswerObject } from './answer-member.ts';
import type { ScanContext } from '../asset-source.ts';
import { requestSource, SourceAnswerError } from './source.ts';
import type { SourceAnswer, SourceRequest } from './source.ts';
import { withoutSecrets } from './shown-secret.ts';

/** A platform with a REST API. */
export type RestPlatform = {
  /** Name of the platform, for messages. */
  title: string;
  /** Without a slash at the end. */
  baseUrl: string;
  context: Pick<ScanContext, 'access' | 'signal'>;
  /** Headers that authenticate the request. */
  authorise: (request: RestRequest) => Promise<Record<string, string>>;
  /** Discards a rejected token, so that the next `authorise` returns another; without it 401 is final. */
  renew?: () => void;
  /** Tells the user what to change when the platform refuses. */
  advice: string;
  /** Values that no message may contain. */
  secrets: readonly string[];
  /** Replaces JSON.parse where that would lose precision. */
  parse?: (body: string) => unknown;
  /** Classifies an answer whose status alone is not enough. */
  judge?: (status: number, body: string) => 'refused' | 'busy' | undefined;
};

/** The request to sign. */
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
  /** Sent as it is, instead of `body`. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are not failures. */
  accept?: readonly number[];
};

export type RestAnswer = {
  status: number;
  headers: SourceAnswer['headers'];
  /** Undefined when the body is empty, or when a failed answer is not JSON. */
  json: unknown;
};

export type RestClient = (call: RestCall) => Promise<RestAnswer>;

/** Pauses before the second, third and fourth attempt after a 5xx; `requestSource` already retries 429 and 503. */
const pausesMs = [200, 800, 3000];

const limitBytes = 128 * 1024 * 1024;

/** Shorter words of an authorization header are part of its syntax, e.g. `Signature`. */
const minSecretLength = 12;

/** Maximum length of the platform's text in a message. */
const maxExcerptLength = 300;

/**
 * Creates a client of a platform. A call refuses with `source_refused` when the platform answers 401 or 403, retries failures of
 * the platform, and throws when there is no success in the end. Messages contain no secret.
 */
export function createRestClient(platform: RestPlatform): RestClient {
  return async (call) => {
    const request = requestOf(platform, call);
    let hasRenewed = platform.renew === undefined;
    for (let attempt = 0; ; attempt++) {
      const sent = await sign(platform, request);
      const { signed } = sent;
      const answer = await requestSource(signed);
      const body = textIn(answer);
      const verdict = verdictOf(platform, call, answer.status, body);
      if (verdict === 'fine')
        return { ...answer, json: jsonIn(platform, { answer, body, signed }) };
      const pauseMs = pausesMs[attempt];
      if (answer.status === 401 && !hasRenewed) {
        hasRenewed = true;
        platform.renew?.();
      } else if (verdict === 'busy' && pauseMs !== undefined) {
        await pause(pauseMs, signed.signal);
        signed.signal.throwIfAborted();
      } else fail(platform, { answer, body, sent, isRefused: verdict === 'refused' });
    }
  };
}

/** Calls the platform; throws unless the answer is an object. */
export async function askForObject(client: RestClient, call: RestCall): Promise<AnswerObject> {
  return demandObject((await client(call)).json);
}

/** Normalizes the URL of a platform: adds `https://` to a bare host and removes trailing slashes. */
export function baseUrlOf(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '');
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

function requestOf(platform: RestPlatform, call: RestCall): RestRequest {
  const given = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]): [string, string] => [name, String(value)]);
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

/** A signed request, and the secrets in its headers. */
type Sent = { signed: SourceRequest; secrets: readonly string[] };

async function sign(platform: RestPlatform, request: RestRequest): Promise<Sent> {
  const { access, signal } = platform.context;
  const { method, url, headers, body } = request;
  const authority = await platform.authorise(request);
  const words = Object.values(authority).flatMap((text) => [text, ...text.split(/[\s,=]+/)]);
  const signed: SourceRequest = {
    method,
    url,
    headers: { ...headers, ...authority },
    ...(body === undefined ? {} : { body }),
    allowedHosts: access.allowedHosts,
    timeoutMs: access.statementTimeoutMs,
    signal,
    limitBytes,
  };
  return { signed, secrets: words.filter((word) => word.length >= minSecretLength) };
}

/** Some platforms compress large answers although the request forbids it. */
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

type Received = { answer: SourceAnswer; body: string; signed: SourceRequest };

function jsonIn({ parse = JSON.parse }: RestPlatform, { answer, body, signed }: Received): unknown {
  if (body === '') return undefined;
  try {
    return parse(body);
  } catch {
    if (answer.status >= 300) return undefined;
    throw new SourceAnswerError(`${new URL(signed.url).host} answered without JSON`, answer.status);
  }
}

type Failure = { answer: SourceAnswer; body: string; sent: Sent; isRefused: boolean };

/** Throws the platform's error in one line, with advice. */
function fail({ title, advice, secrets }: RestPlatform, failure: Failure): never {
  const { answer, body, sent, isRefused } = failure;
  const line = body
    .slice(0, 4096)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const said = withoutSecrets(line, [...secrets, ...sent.secrets]).slice(0, maxExcerptLength);
  const reason = said === '' || said.startsWith('<') ? '' : `: ${said}`;
  const message = `${new URL(sent.signed.url).host} answered ${answer.status}${reason}`;
  if (isRefused) refuse('source_refused', `${title} refused: ${message}. ${advice}`);
  throw new SourceAnswerError(message, answer.status);
}
