import type { Context, Middleware, Next } from 'koa';
import { refuse } from '../../domain/errors.ts';

const longestUrl = 8_192;

/** Refuses requests that no honest client sends: very long addresses and two Host headers (smuggling). */
export function limitRequests(): Middleware {
  return (ctx: Context, next: Next) => {
    if ((ctx.req.url ?? '').length > longestUrl) {
      refuse('bad_request', `The address is longer than ${longestUrl} characters.`);
    }
    const names = ctx.req.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    );
    if (names.length > 1) refuse('bad_request', 'The request has more than one Host header.');
    return next();
  };
}
