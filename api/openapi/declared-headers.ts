import type { Route } from '../route.ts';
import type { RequestHeader, ResponseHeader } from '../http/header-catalogue.ts';

/** The request headers that a route takes. */
export function requestHeadersOf(route: Route): RequestHeader[] {
  const { method, access, answers } = route;
  const expected: [boolean, RequestHeader][] = [
    [304 in answers, 'if-none-match'],
    [isIdempotent(route), 'idempotency-key'],
    [access === 'session' && method !== 'GET', 'x-requested-with'],
  ];
  const derived = expected.flatMap(([takes, name]) => (takes ? [name] : []));
  return [...new Set([...(route.takes ?? []), ...derived])];
}

/** The headers of an answer of a route. */
export function responseHeadersOf(route: Route, status: number): ResponseHeader[] {
  return status < 400 ? headersOfSuccess(route, status) : headersOfError(route, status);
}

function headersOfSuccess({ answers, query, sends = [] }: Route, status: number): ResponseHeader[] {
  const expected: [boolean, ResponseHeader][] = [
    [304 in answers, 'etag'],
    [status === 200 && 'size' in query.properties, 'link'],
    [status === 200 && 'count' in query.properties, 'x-total-count'],
    [status === 202, 'location'],
    [status === 202, 'retry-after'],
  ];
  const derived = expected.flatMap(([sends, name]) => (sends ? [name] : []));
  return [...new Set([...sends, ...derived])];
}

function headersOfError({ shownOnce, sends = [] }: Route, status: number): ResponseHeader[] {
  const expected: [boolean, ResponseHeader[]][] = [
    [status === 401, ['www-authenticate']],
    [status === 429 || status === 503, ['retry-after']],
    // The answer that is not repeated names what was created.
    [status === 409 && shownOnce === true, [...sends]],
    [status === 416, ['content-range', 'accept-ranges']],
  ];
  return expected.flatMap(([sends, names]) => (sends ? names : []));
}

/** True if a repetition with the same Idempotency-Key gets the first answer. */
export function isIdempotent({ method, access, body, repeatable }: Route): boolean {
  const isKept = access !== 'public' && repeatable !== false;
  return method === 'POST' && isKept && body?.streamed !== true;
}
