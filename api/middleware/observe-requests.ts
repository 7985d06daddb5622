import type { Context, Middleware, Next } from 'koa';
import { withoutRedaction } from '../../lib/log.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { stateOf } from '../request-state.ts';

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
