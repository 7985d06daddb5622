import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const uploading = new WeakSet<Duplex>();

/** How long an answer to a body that is not read to its end has time to arrive before the connection is cut. */
const lingerMs = 5_000;

/** From now on until its answer has been sent, the request may take longer than others to arrive. */
export function allowLongUpload(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  uploading.add(socket);
  response.once('close', () => {
    uploading.delete(socket);
    // Nobody reads the rest, and nothing else would end a client that goes on sending it.
    if (!request.complete) setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}

/** Whether the time limit of requests is not for this connection at present. */
export function isLongUpload(socket: Duplex): boolean {
  return uploading.has(socket);
}
