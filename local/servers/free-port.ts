import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Below the range for outgoing connections, which could take a port that is free now. */
const minPort = 20_000;
const maxPort = 32_000;

/** A free TCP port of 127.0.0.1; another process may take it before the caller does. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await listenOnce(randomInt(minPort, maxPort)).catch(() => undefined);
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
