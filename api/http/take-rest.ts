import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Context, Middleware, Next } from 'koa';
import { cutLater, keep } from './cut-later.ts';

/** The current answer of each connection. */
const answers = new WeakMap<Duplex, ServerResponse>();

/**
 * Keeps reading the request body for a few seconds after an early answer, because a client that sends everything before it reads
 * would not see the answer otherwise. A request that ends in this time keeps its connection.
 */
export function takeRest(): Middleware {
  return ({ req, res }: Context, next: Next) => {
    answers.set(req.socket, res);
    res.once('close', () => takeRestOf(req));
    closeBehindRest(req);
    return next();
  };
}

/**
 * Node destroys a connection without keep-alive as soon as the answer is written; a client that is still sending then gets a
 * reset and loses the answer. So only our side is closed; the client's side stays open until its request ends.
 */
function closeBehindRest(request: IncomingMessage): void {
  const { socket } = request;
  const destroySoon = Socket.prototype.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete || request.destroyed) return destroySoon();
    socket.end();
    request.once('end', destroySoon);
  };
}

function takeRestOf(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  cutLater(socket);
  request.once('end', () => keep(socket)).resume();
}

/** True if the response has begun while the client is still sending, or an earlier response is still being written. */
export function isAnswered(socket: Duplex): boolean {
  const answer = answers.get(socket);
  if (!answer?.headersSent) return false;
  return !answer.req.complete || !answer.writableFinished;
}
