import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below what systems give to outgoing connections, of which another one may take a port that is free now. */
const lowest = 20_000;
const highest = 32_000;

/** A TCP port of 127.0.0.1 that was free a moment ago; whoever takes it must still be ready to lose the race. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await listenOnce(randomInt(lowest, highest)).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return listenOnce(0);
}

async function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no address')),
      );
    });
  });
}
