import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { CallRoute, InnerRequest } from './inner-request.ts';
import { stateOf } from './request-state.ts';

/** Creates the call of routes below this middleware, without a connection. */
export function createCallRoute(middleware: readonly Middleware[]): CallRoute {
  const koa = new Koa();
  const answer = (ctx: Context, index: number): Promise<unknown> =>
    Promise.resolve(middleware[index]?.(ctx as never, () => answer(ctx, index + 1)));
  return async (request) => {
    const incoming = toIncoming(request);
    const response = new ServerResponse(incoming);
    request.gone.addEventListener('abort', () => response.emit('close'), { once: true });
    const ctx = koa.createContext(incoming, response) as Context;
    const { requestId, principal } = request;
    Object.assign(stateOf(ctx), { requestId, authenticate: () => Promise.resolve(principal) });
    await answer(ctx, 0);
    return { status: ctx.status, text: await textOf(ctx.body) };
  };
}

function toIncoming({ method, url, headers, body }: InnerRequest): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  Object.assign(incoming, { method, url, headers: { host: 'inside', ...headers, ...length } });
  if (body !== undefined) incoming.push(body);
  incoming.push(null);
  incoming.complete = true;
  return incoming;
}

function textOf(body: unknown): Promise<string> | string {
  if (body instanceof Readable) return text(body);
  if (body === undefined || body === null) return '';
  return Buffer.isBuffer(body) ? body.toString('utf8') : (body as string);
}
