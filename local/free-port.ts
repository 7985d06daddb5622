import net from 'node:net';

/** A TCP port of 127.0.0.1 that was free a moment ago; whoever takes it must still be ready to lose the race. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no address')),
      );
    });
  });
}
