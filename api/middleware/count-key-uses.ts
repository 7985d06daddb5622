import type { Context, Middleware, Next } from 'koa';
import type { KeyUses } from '../auth/key-uses.ts';
import { stateOf } from '../request-state.ts';

/** Counts each request of an API key, or of its session, once. */
export function countKeyUses(uses: KeyUses): Middleware {
  return async (ctx: Context, next: Next) => {
    await next();
    const { principal } = stateOf(ctx);
    if (principal) uses.count(principal, ctx.status);
  };
}
