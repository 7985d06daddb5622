import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const uploading = new WeakSet<Duplex>();

/** Exempts a request from the time limit for arriving requests until its answer has been sent. */
export function allowLongUpload(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  uploading.add(socket);
  response.once('close', () => uploading.delete(socket));
}

/** True if this connection is exempt from the time limit now. */
export function isLongUpload(socket: Duplex): boolean {
  return uploading.has(socket);
}
