import type { Duplex } from 'node:stream';

/** Time for an answer to reach a client that is still sending. */
const lingerMs = 5_000;

const leaving = new WeakMap<Duplex, NodeJS.Timeout>();

/** Closes the connection in a few seconds, unless `keep` is called first. */
export function cutLater(socket: Duplex): void {
  if (leaving.has(socket)) return;
  leaving.set(socket, setTimeout(() => socket.destroy(), lingerMs).unref());
}

/** Cancels the close. */
export function keep(socket: Duplex): void {
  clearTimeout(leaving.get(socket));
  leaving.delete(socket);
}
