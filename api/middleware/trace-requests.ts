import type { Context, Middleware, Next } from 'koa';
import { inSpan, isTracing } from '../../lib/tracing/tracing.ts';
import { stateOf } from '../request-state.ts';

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
