import type { Context, Middleware, Next } from 'koa';
import { newId } from '../../lib/ids.ts';
import { stateOf } from '../request-state.ts';

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
