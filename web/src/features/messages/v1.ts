import { client, read } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { noteSessionEnded } from '../../lib/connection.ts';

type Token = components['schemas']['SessionToken'];

/** Requests begin with a new token when the known one ends this soon. */
const renewBeforeMs = 60_000;

let known: Promise<Token> | undefined;
let endsAt = 0;

/** The token of the page for /v1, with the contact of the signed-in person. It is kept in memory only. */
export function sessionToken(): Promise<Token> {
  if (known !== undefined && Date.now() < endsAt - renewBeforeMs) return known;
  endsAt = Number.POSITIVE_INFINITY;
  const asked = read(client.POST('/ui/messaging/token')).then(
    (token) => {
      endsAt = Date.parse(token.expiresAt);
      return token;
    },
    (error: unknown) => {
      forgetToken();
      throw error;
    },
  );
  known = asked;
  return asked;
}

/** The next request gets another token. */
export function forgetToken(): void {
  known = undefined;
  endsAt = 0;
}

type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** JSON. */
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls /v1 as the contact of the signed-in person. A token that ended meanwhile is renewed once. */
export async function callV1(path: string, sent: Sent = {}): Promise<Response> {
  const answer = await callOnce(path, sent);
  if (answer.status !== 401) return answer;
  await answer.body?.cancel();
  forgetToken();
  return callOnce(path, sent);
}

async function callOnce(path: string, sent: Sent): Promise<Response> {
  const { method = 'GET', body, form, headers, signal } = sent;
  const { token } = await sessionToken();
  const payload = body === undefined ? form : JSON.stringify(body);
  return fetch(`/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
    ...(signal !== undefined && { signal }),
  });
}

/** An answer with the entity tag that a change sends back in `If-Match`. */
type Tagged<Data> = { data: Data; etag: string | undefined };

/** The answer of /v1 as an object; throws `Problem` unless it is a success. */
export async function readV1(path: string, sent: Sent = {}): Promise<unknown> {
  return (await readTaggedV1(path, sent)).data;
}

/** The answer with its entity tag. */
export async function readTaggedV1(path: string, sent: Sent = {}): Promise<Tagged<unknown>> {
  const response = await callV1(path, sent);
  const data: unknown = await response.json().catch(() => undefined);
  if (response.ok) return { data, etag: response.headers.get('etag') ?? undefined };
  if (response.status === 401) noteSessionEnded();
  throw problemOfV1(response, data);
}

/** Errors of /v1 are `{type, message}`. */
function problemOfV1(response: Response, body: unknown): Problem {
  const facts = typeof body === 'object' && body !== null ? body : {};
  const { message, code } = facts as { message?: unknown; code?: unknown };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: typeof code === 'string' ? code : '',
    title: response.statusText || `Error ${response.status}`,
    detail: typeof message === 'string' ? message : '',
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    violations: [],
  });
}
