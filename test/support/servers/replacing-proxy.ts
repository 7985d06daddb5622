import net from 'node:net';

/** A proxy in front of a server; `stop` ends it with all its connections. */
export type ReplacingProxy = { host: string; port: number; stop: () => Promise<void> };

/** Texts of equal length, so that lengths in the protocol stay valid. */
type Replacement = readonly [from: string, to: string];

function replaceAll(data: Buffer, replacements: readonly Replacement[]): Buffer {
  let text = data.toString('latin1');
  for (const [from, to] of replacements) text = text.replaceAll(from, to);
  return Buffer.from(text, 'latin1');
}

/**
 * Forwards a client's data to a server with some words replaced by words unknown to the server, so that it answers like a server
 * without these features.
 */
export async function startReplacingProxy(
  server: { host: string; port: number },
  replacements: readonly Replacement[],
): Promise<ReplacingProxy> {
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const upstream = net.connect(server.port, server.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (data: Buffer) => void upstream.write(replaceAll(data, replacements)));
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as net.AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void proxy.close(resolve));
    },
  };
}
