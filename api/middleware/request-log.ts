import type { Context, Middleware, Next } from 'koa';
import { withoutRedaction } from '../../lib/log.ts';
import type { Logger } from '../../lib/log.ts';
import { stateOf } from '../route.ts';

/** One line per answered request; addresses without their query, which may hold what a client should not have put there. */
export function logRequests(anyLog: Logger): Middleware {
  const log = withoutRedaction(anyLog);
  return async (ctx: Context, next: Next) => {
    const started = performance.now();
    await next();
    if (!log.isLevelEnabled('info')) return;
    const { requestId, principal } = stateOf(ctx);
    log.info({
      method: ctx.method,
      path: ctx.path,
      status: ctx.status,
      ms: Math.round(performance.now() - started),
      requestId,
      principal: principal?.name,
    });
  };
}
