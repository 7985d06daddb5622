import type { Context, Middleware, Next } from 'koa';
import { refuse } from '../../domain/errors.ts';
import { newId } from '../../lib/ids.ts';
import { createThrottle, withoutRedaction } from '../../lib/log.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { inSpan, isTracing } from '../../lib/tracing/tracing.ts';
import { answerClientError } from '../http/errors/client-errors.ts';
import { stateOf } from '../request-state.ts';
import type { Services } from '../services.ts';

const acceptable = /^[A-Za-z0-9._:-]{1,128}$/;

const securityHeaders = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'private, no-cache'],
] as const;

/** Gives each request an id (the client's if it is well-formed) and each answer the security headers. */
export function identify(): Middleware {
  return (ctx: Context, next: Next) => {
    const given = ctx.get('x-request-id');
    const requestId = acceptable.test(given) ? given : newId();
    stateOf(ctx).requestId = requestId;
    ctx.res.setHeader('x-request-id', requestId);
    for (const [name, value] of securityHeaders) ctx.res.setHeader(name, value);
    return next();
  };
}

const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures the time until the answer of each request is ready, and logs one line. */
export function observeRequests(metrics: Metrics, anyLog: Logger): Middleware {
  const log = withoutRedaction(anyLog);
  const durations = metrics.histogram({
    name: 'concordat_http_request_duration_seconds',
    help: 'Time until the answer was ready',
    labels: ['method', 'route', 'status'],
    buckets,
  });
  return async (ctx: Context, next: Next) => {
    const started = performance.now();
    await next();
    const ms = performance.now() - started;
    const { requestId, principal, route } = stateOf(ctx);
    // Clients choose addresses and methods without a route: a label for each would fill the memory.
    const method = route === undefined ? 'other' : ctx.method;
    durations.observe({ method, route: route ?? 'unrouted', status: ctx.status }, ms / 1000);
    if (!log.isLevelEnabled('info')) return;
    log.info({
      method: ctx.method,
      // The query is left out, because clients may put secrets into it.
      path: ctx.path,
      status: ctx.status,
      ms: Math.round(ms),
      requestId,
      principal: principal?.name,
    });
  };
}

const maxUrlLength = 8_192;

/**
 * Answers 400 to unparsable addresses (`GET http://[ HTTP/1.1`). It runs before all other middleware, because reading the path of
 * such a request throws, even in the error handler.
 */
export function refuseUnreadableAddresses(): Middleware {
  return async (ctx: Context, next: Next) => {
    if (isReadable(ctx)) return next();
    ctx.respond = false;
    answerClientError(new Error('the address cannot be parsed'), ctx.req.socket);
  };
}

function isReadable(ctx: Context): boolean {
  try {
    return ctx.path !== undefined;
  } catch {
    return false;
  }
}

/** Refuses very long addresses and repeated Host headers (request smuggling). */
export function limitRequests(): Middleware {
  return (ctx: Context, next: Next) => {
    if ((ctx.req.url ?? '').length > maxUrlLength) {
      refuse('bad_request', `The address is longer than ${maxUrlLength} characters.`);
    }
    const names = ctx.req.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    );
    if (names.length > 1) refuse('bad_request', 'The request has more than one Host header.');
    return next();
  };
}

/**
 * Refuses everything but health and metrics with `schema_outdated` until the database has the schema of this build, because its
 * code must not write to an older or newer schema. Free once the schema has matched.
 */
export function awaitSchema({ schema, log }: Pick<Services, 'schema' | 'log'>): Middleware {
  const mayLog = createThrottle(60_000);
  return async ({ path }: Context, next: Next) => {
    if (path.startsWith('/health/') || path === '/metrics') return next();
    const misfit = await schema.misfit();
    if (misfit === undefined) return next();
    if (mayLog(misfit)) log.warn({ reason: misfit }, 'waiting for the schema of this build');
    refuse('schema_outdated', misfit);
  };
}

/** Makes a span of each request, below the span of its caller; probes, metrics and the files of the web UI have none. */
export function traceRequests(): Middleware {
  return (ctx: Context, next: Next) => {
    if (!isTracing() || /^\/(health|metrics|web)(\/|$)/.test(ctx.path)) return next();
    const { method } = ctx;
    const span = {
      name: method,
      kind: 'server',
      parent: ctx.get('traceparent'),
      attributes: { 'http.request.method': method, 'concordat.request_id': stateOf(ctx).requestId },
    } as const;
    return inSpan(span, async ({ rename, set, fail }) => {
      await next();
      const { route } = stateOf(ctx);
      // Clients choose addresses without a route.
      if (route !== undefined) rename(`${method} ${route}`);
      set({ 'http.route': route ?? 'unrouted', 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) fail(String(ctx.status));
    });
  };
}
