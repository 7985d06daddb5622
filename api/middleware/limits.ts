import type { Context, Middleware, Next } from 'koa';
import { refuse } from '../../domain/errors.ts';
import { answerClientError } from '../http/client-errors.ts';

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
