import type { Context, Middleware, Next } from 'koa';
import { withoutRedaction } from '../../lib/log.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { stateOf } from '../route.ts';

const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures how long each request took until its answer was ready, and writes one line about it. */
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
    // Addresses and methods that no route has are chosen by clients: each its own label would fill the memory.
    const method = route === undefined ? 'other' : ctx.method;
    durations.observe({ method, route: route ?? 'unrouted', status: ctx.status }, ms / 1000);
    if (!log.isLevelEnabled('info')) return;
    log.info({
      method: ctx.method,
      // Without the query, which may hold what a client should not have put there.
      path: ctx.path,
      status: ctx.status,
      ms: Math.round(ms),
      requestId,
      principal: principal?.name,
    });
  };
}
