import type { Context, Middleware, Next } from 'koa';
import type { Metrics } from '../../lib/metrics.ts';
import { stateOf } from '../route.ts';

const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures how long each request took until its answer was ready, by the declared path of its route. */
export function measureRequests(metrics: Metrics): Middleware {
  const durations = metrics.histogram({
    name: 'concordat_http_request_duration_seconds',
    help: 'Time until the answer was ready',
    labels: ['method', 'route', 'status'],
    buckets,
  });
  return async (ctx: Context, next: Next) => {
    const started = performance.now();
    await next();
    // Addresses that no route has are chosen by clients: each its own label would fill the memory.
    const route = stateOf(ctx).route;
    const method = route === undefined ? 'other' : ctx.method;
    durations.observe(
      { method, route: route ?? 'unrouted', status: ctx.status },
      (performance.now() - started) / 1000,
    );
  };
}
